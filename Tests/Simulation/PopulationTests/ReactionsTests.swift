import Chronology
import Testing

@testable import Population
@testable import Scenarios

@Suite("How people react")
struct ReactionsTests {
  private static let firstDay = LocalDay(year: 2026, month: 1, day: 6)

  private static func course(_ change: (inout Scenario) -> Void = { _ in }) throws -> LifecycleModel
  {
    var scenario = Scenario()
    scenario.lifecycle.enabled = true
    change(&scenario)
    return try #require(LifecycleModel(scenario))
  }

  private static let people = Households(
    {
      var scenario = Scenario()
      scenario.lifecycle.enabled = true
      return scenario
    }())

  private static func person(_ index: UInt32) -> Person {
    var person = people.person(index, isChild: false, of: index)
    person.traits.allowsNotifications = true
    return person
  }

  /// The gain on days with a reminder over days without, of many people over some days.
  private static func gain(of course: LifecycleModel, days: Range<Int>) -> Double {
    var (with, without) = ((0.0, 0.0), (0.0, 0.0))
    for index in 0..<400 {
      var engagement = EngagementState()
      for day in 0..<days.upperBound {
        let date = firstDay.adding(days: day)
        course.remind(person(UInt32(index)), &engagement, at: HouseholdState(), on: date)
        let isPrompted = engagement.prompt != .none
        let probability = course.lifted(0.4, &engagement)
        guard days.contains(day), !engagement.hasRefusedPrompts else { continue }
        if isPrompted {
          with = (with.0 + probability, with.1 + 1)
        } else {
          without = (without.0 + probability, without.1 + 1)
        }
      }
    }
    return (with.0 / with.1) / (without.0 / without.1) - 1
  }

  @Test("a reminder adds 14 % over six weeks, most in the first and hardly half of it in the last")
  func reminders() throws {
    let course = try Self.course { $0.reactions.promptsPerWeek = 3.5 }
    #expect(abs(Self.gain(of: course, days: 0..<42) - 0.14) < 0.015)
    let first = Self.gain(of: course, days: 0..<7)
    let last = Self.gain(of: course, days: 35..<42)
    #expect(first > 0.16 && last < 0.65 * first)
  }

  @Test("a person without reminders is not affected")
  func silence() throws {
    let course = try Self.course()
    var engagement = EngagementState()
    for day in 0..<50 {
      course.remind(
        Self.person(3), &engagement, at: HouseholdState(), on: Self.firstDay.adding(days: day))
      #expect(engagement.prompt == .none && course.lifted(0.4, &engagement) == 0.4)
    }
  }

  @Test("irrelevant reminders have no effect, annoy people, and are switched off by some")
  func misfits() throws {
    let course = try Self.course {
      $0.reactions.promptsPerWeek = 7
      $0.reactions.promptIrrelevantProbability = 1
    }
    var refused = 0
    for index in 0..<300 {
      let person = Self.person(UInt32(index))
      var engagement = EngagementState()
      engagement.lifeDays = 5
      let calm = course.lapseHazard(person, engagement)
      for day in 0..<60 {
        course.remind(
          person, &engagement, at: HouseholdState(), on: Self.firstDay.adding(days: day))
        guard engagement.prompt == .irrelevant else { continue }
        #expect(course.lifted(0.4, &engagement) == 0.4)
        #expect(abs(course.lapseHazard(person, engagement) / calm - 1.3) < 1e-9)
      }
      if engagement.hasRefusedPrompts {
        refused += 1
        course.remind(person, &engagement, at: HouseholdState(), on: Self.firstDay.adding(days: 61))
        #expect(engagement.prompt == .none)
      }
    }
    // After sixty chances of one in a hundred, 45 % are annoyed.
    #expect((105...165).contains(refused))
  }

  @Test("frustration makes people dormant, and fades with time")
  func frustration() throws {
    let course = try Self.course {
      $0.reactions.lapseFactorFrustration = 3
      $0.reactions.openLogitFrustration = -1
    }
    let person = Self.person(4)
    var (state, engagement) = (PersonState(), EngagementState())
    engagement.lifeDays = 9
    let (calm, open) = (
      course.lapseHazard(person, engagement),
      course.openLogit(person, engagement, state, on: Self.firstDay)
    )
    var seen = ObservedFaults()
    course.notice(seen, &engagement)
    #expect(engagement.frustration == 0)
    seen.rejected = 2
    course.notice(seen, &engagement)
    #expect(abs(course.lapseHazard(person, engagement) / calm - 2.2) < 1e-9)
    #expect(
      abs(course.openLogit(person, engagement, state, on: Self.firstDay) - open + 0.6) < 1e-9)
    // A rejection that is known already has no effect the next time.
    course.notice(seen, &engagement)
    #expect(abs(engagement.frustration - 0.6) < 1e-9)
    course.startOver(&engagement)
    #expect(engagement.frustration == 1)
    for _ in 0..<4 { course.moveOn(person, &state, &engagement) }
    #expect(abs(engagement.frustration - 0.5) < 1e-9)
  }

  @Test("a group has people train 23 % more, and late in the week still more for a rank")
  func groups() throws {
    let course = try Self.course {
      $0.reactions.groupTrainingLift = 0.23
      $0.reactions.groupLateWeekLift = 0.2
    }
    let tuesday = Self.firstDay
    let saturday = tuesday.adding(days: 4)
    #expect(course.trainingFactor(balance: 0, isNearRank: true, on: tuesday) == 1.23)
    #expect(course.trainingFactor(balance: 0, isNearRank: false, on: saturday) == 1.23)
    #expect(course.trainingFactor(balance: 0, isNearRank: true, on: saturday) == 1.43)
  }

  @Test(
    "a balanced group has people train more than one in which one member does nearly everything")
  func balance() throws {
    let course = try Self.course {
      $0.reactions.groupTrainingLift = 0.4
      $0.reactions.groupBalanceFraction = 0.75
    }
    func factor(_ standings: [UInt32]) -> Double {
      let balance = LifecycleModel.balance(of: standings)
      return course.trainingFactor(balance: balance, isNearRank: false, on: Self.firstDay)
    }
    #expect(factor([3, 3, 3]) == 1.4)
    #expect(factor([3, 3, 3]) > factor([2, 3, 4]) && factor([2, 3, 4]) > factor([1, 1, 7]))
    #expect(abs(factor([1, 3]) - 1.25) < 1e-12)
    // A person alone on the leaderboard has no one to compare with.
    #expect(abs(factor([5]) - 1.1) < 1e-12 && factor([]) == factor([5]))
    #expect((0..<200).allSatisfy { LifecycleModel.balance(of: [1, 1, 1, UInt32($0)]) >= 0 })
  }

  @Test("a repair forgives a single missed day, and not two")
  func repair() throws {
    let course = try Self.course()
    let person = Self.person(5)
    var (state, engagement) = (PersonState(), EngagementState())
    for _ in 0..<6 {
      state.wasActive = true
      course.moveOn(person, &state, &engagement, isRepaired: true)
    }
    course.moveOn(person, &state, &engagement, isRepaired: true)
    #expect(state.activeDays == 6 && engagement.streakLossEffect == 0)
    course.moveOn(person, &state, &engagement, isRepaired: true)
    #expect(state.activeDays == 0 && engagement.streakLossEffect > 0.8)
  }
}
