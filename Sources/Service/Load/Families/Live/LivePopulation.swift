import Chronology
import Scenarios
import SimulatedWorld
import Simulator

/// The people of a scenario who decide while a load runs what they do, before their first day.
struct LivePopulation {
  struct Community {
    let people: CommunityPeople
    /// The places of its devices among those of the plan, in the order of its world.
    let devices: [Int]
    /// For each person, the place of their first device, if they have one.
    let phones: [Int?]
  }

  let simulation: Simulation
  var communities: [Community] = []
  /// The first local day begins, and the last one ends.
  private(set) var begin = Instant(milliseconds: .max)
  private(set) var end = Instant(milliseconds: .min)

  init(_ simulation: Simulation) { self.simulation = simulation }

  /// Lets the time of all reach over the days of a household.
  mutating func note(_ household: WorldSetup.Household) {
    let (firstDay, days) = (simulation.scenario.firstDay, simulation.scenario.days)
    let first = household.zone.startOfDay(firstDay.adding(days: Int(household.joinDay)))
    begin = min(begin, first)
    end = max(end, household.zone.startOfDay(firstDay.adding(days: days)))
  }

  /// How long all days take in seconds, so many times as fast as they are; zero without people.
  func seconds(speed: Double) -> Double {
    begin < end ? Double(end - begin) / 1_000 / speed : 0
  }
}
