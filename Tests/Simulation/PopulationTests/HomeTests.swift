import Chronology
import Testing

@testable import Population
@testable import Scenarios

@Suite("The shared state of a household")
struct HomeTests {
  private static let firstDay = LocalDay(year: 2026, month: 1, day: 5)

  private static func shocks(_ change: (inout HomeParameters) -> Void) -> HouseholdShocks {
    var scenario = Scenario()
    change(&scenario.homes)
    return HouseholdShocks(scenario)
  }

  @Test("is neutral if the scenario does not enable it")
  func nothing() {
    let shocks = Self.shocks { _ in }
    for household in 0..<20 {
      var home = HouseholdState()
      for day in 0..<60 {
        shocks.begin(Self.firstDay.adding(days: day), of: UInt32(household), &home)
        #expect(home.openLogit == 0 && !home.isIll)
      }
    }
  }

  @Test("has illness as often as configured, for the configured number of days")
  func illness() {
    let shocks = Self.shocks {
      $0.illnessesPerYear = 4
      $0.illnessDaysMax = 8
    }
    var (begins, lengths): (Int, [Int]) = (0, [])
    for household in 0..<400 {
      var (home, run) = (HouseholdState(), 0)
      for day in 0..<365 {
        shocks.begin(Self.firstDay.adding(days: day), of: UInt32(household), &home)
        #expect(home.isIll == (home.openLogit == -1.5))
        if home.isIll {
          if run == 0 { begins += 1 }
          run += 1
        } else if run > 0 {
          lengths.append(run)
          run = 0
        }
      }
    }
    // A person who is ill does not fall ill again, so it is a little less often.
    #expect((3.4...4.1).contains(Double(begins) / 400))
    #expect(lengths.min() == 2 && lengths.contains(8))
  }

  @Test(
    "has good and bad days of the configured spread, and weeks that stay the same for seven days")
  func goodDays() {
    let days = Self.shocks { $0.openLogitDayDeviation = 0.8 }
    let weeks = Self.shocks { $0.openLogitWeekDeviation = 0.8 }
    var squares = 0.0
    for household in 0..<500 {
      var (home, week) = (HouseholdState(), HouseholdState())
      var seen: [Double] = []
      for day in 0..<14 {
        days.begin(Self.firstDay.adding(days: day), of: UInt32(household), &home)
        squares += home.openLogit * home.openLogit / 7000
        weeks.begin(Self.firstDay.adding(days: day), of: UInt32(household), &week)
        if seen.last != week.openLogit { seen.append(week.openLogit) }
      }
      #expect(seen.count == 2)
    }
    #expect(abs(squares.squareRoot() - 0.8) < 0.03)
  }

  @Test("has an active share of the others yesterday, without the person")
  func sociability() {
    var home = HouseholdState()
    home.users = 4
    home.activeYesterday = 3
    #expect(home.householdActiveShare(excluding: true) == 2.0 / 3)
    #expect(home.householdActiveShare(excluding: false) == 1)
    home.users = 1
    #expect(home.householdActiveShare(excluding: false) == 0)
  }
}
