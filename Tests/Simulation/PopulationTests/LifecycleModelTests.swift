import Base
import Chronology
import DomainCore
import Testing

@testable import Population
@testable import Scenarios

@Suite("A person's engagement state")
struct LifecycleModelTests {
  private static let firstDay = LocalDay(year: 2026, month: 1, day: 6)

  private static func scenario(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    var scenario = Scenario()
    scenario.lifecycle.enabled = true
    change(&scenario)
    return scenario
  }

  private static func course(_ change: (inout Scenario) -> Void = { _ in }) throws -> LifecycleModel
  {
    try #require(LifecycleModel(scenario(change)))
  }

  private static let people = Households(scenario())

  private func person(_ index: UInt32 = 7) -> Person {
    Self.people.person(index, isChild: false, of: index / 3)
  }

  @Test("does not exist in a scenario in which people only leave")
  func off() {
    #expect(LifecycleModel(Scenario()) == nil)
  }

  @Test("habits take from 18 to 254 days for nearly everybody, and 66 for the median person")
  func habitRates() {
    let days = (0..<4000).map { index in
      Mathematics.log(0.05) / Mathematics.log(1 - person(index).traits.habitGain)
    }.sorted()
    #expect(abs(days[2000] - 66) < 5)
    #expect((14...22).contains(days[100]) && (210...300).contains(days[3900]))
  }

  @Test("frailty is a factor: one on average, and much higher for some than for others")
  func frailty() {
    let factors = (0..<4000).map { person($0).traits.frailty }.sorted()
    #expect(abs(factors.reduce(0, +) / 4000 - 1) < 0.06)
    #expect(factors[3600] > 5 * factors[400])
  }

  @Test("a lost streak has an effect, most at first, and hardly any after two weeks")
  func streakLossEffect() throws {
    let course = try Self.course()
    var state = PersonState()
    var engagement = EngagementState()
    for _ in 0..<10 {
      state.wasActive = true
      course.moveOn(person(), &state, &engagement)
    }
    #expect(engagement.streakLossEffect == 0 && state.activeDays == 10)
    course.moveOn(person(), &state, &engagement)
    #expect(engagement.streakLossEffect == 1 && state.activeDays == 0)
    var hurts: [Double] = []
    for day in 1...14 {
      state.wasActive = true
      course.moveOn(person(), &state, &engagement)
      var calm = engagement
      calm.streakLossEffect = 0
      let date = Self.firstDay.adding(days: day)
      hurts.append(
        course.openLogit(person(), engagement, state, on: date)
          - course.openLogit(person(), calm, state, on: date))
    }
    #expect(hurts[0] < -0.4 && hurts[13] > -0.05)
    #expect(zip(hurts, hurts.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("a day that would complete a streak of seven pulls more")
  func milestone() throws {
    let course = try Self.course()
    var state = PersonState()
    let engagement = EngagementState()
    let logits = (4...7).map { days in
      state.activeDays = Int32(days)
      return course.openLogit(person(), engagement, state, on: Self.firstDay)
    }
    #expect(logits[2] - logits[1] > 0.5 && logits[3] < logits[2])
  }

  @Test("a person who stays away lapses, then is dormant, and after a return is new again")
  func phases() throws {
    let course = try Self.course {
      $0.lifecycle.lapseHazardFirst = 0
      $0.lifecycle.lapseHazardDaily = 0
      $0.lifecycle.returnHazardFirst = 0.2
      $0.lifecycle.leaveHazardDormant = 0
    }
    var state = PersonState()
    var engagement = EngagementState()
    #expect(engagement.phase == .new)
    var seen: [LifecyclePhase] = []
    for day in 0..<200 {
      state.wasActive = day < 10
      course.wakeUp(
        person(), &state, &engagement, at: HouseholdState(), on: Self.firstDay.adding(days: day))
      if seen.last != engagement.phase { seen.append(engagement.phase) }
      if engagement.phase == .resurrected { break }
    }
    #expect(seen == [.new, .active, .lapsing, .dormant, .resurrected])
    #expect(engagement.lapses == 1 && engagement.returns == 1 && engagement.lifeDays == 0)
    #expect(
      course.openProbability(person(), &engagement, state, at: HouseholdState(), on: Self.firstDay)
        == 1)
  }

  @Test("lapsing is most likely after the first day, and ever less likely with time")
  func hazards() throws {
    let course = try Self.course()
    var engagement = EngagementState()
    let hazards = (1...100).map { day in
      engagement.lifeDays = Int32(day)
      return course.lapseHazard(person(), engagement) / person().traits.frailty
    }
    #expect(abs(hazards[0] - 0.405) < 1e-9)
    #expect(zip(hazards, hazards.dropFirst()).allSatisfy { $0 > $1 })
    #expect(hazards[99] > 0.005)
  }

  @Test("times away have a heavy tail: some people return after months")
  func returns() throws {
    let course = try Self.course { $0.lifecycle.leaveHazardDormant = 0 }
    var away: [Int] = []
    for index in 0..<2000 {
      var state = PersonState()
      var engagement = EngagementState()
      engagement.phase = .dormant
      engagement.lifeDays = 5
      for day in 1...365 {
        course.wakeUp(
          person(UInt32(index)), &state, &engagement, at: HouseholdState(),
          on: Self.firstDay.adding(days: day))
        if engagement.phase == .resurrected {
          away.append(day)
          break
        }
      }
    }
    let share = Double(away.count) / 2000
    #expect(share > 0.75 && share < 0.97)
    // An exponential time with the same median would be over 90 days for one in 2^(90/median).
    let median = away.sorted()[away.count / 2]
    let late = Double(away.filter { $0 > 90 }.count) / Double(away.count)
    #expect(median < 50 && late > 1.3 * Mathematics.power(0.5, 90 / Double(median)))
  }
}
