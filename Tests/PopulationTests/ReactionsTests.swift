import Chronology
import Testing

@testable import Population

@Suite("How people take what is done to them")
struct ReactionsTests {
  private static let firstDay = LocalDay(year: 2026, month: 1, day: 6)

  private static func course(_ change: (inout Scenario) -> Void = { _ in }) throws -> LifeCourse {
    var scenario = Scenario()
    scenario.lifecycle.isLived = true
    change(&scenario)
    return try #require(LifeCourse(scenario))
  }

  private static let people = Households(
    {
      var scenario = Scenario()
      scenario.lifecycle.isLived = true
      return scenario
    }())

  private static func person(_ index: UInt32) -> Person {
    var person = people.person(index, isChild: false, of: index)
    person.traits.takesPrompts = true
    return person
  }

  /// The gain on days with a reminder over days without, of many people over some days.
  private static func gain(of course: LifeCourse, days: Range<Int>) -> Double {
    var (with, without) = ((0.0, 0.0), (0.0, 0.0))
    for index in 0..<400 {
      var mind = Mind()
      for day in 0..<days.upperBound {
        let date = firstDay.adding(days: day)
        course.remind(person(UInt32(index)), &mind, at: Home(), on: date)
        let isPrompted = mind.prompt != .none
        let probability = course.lifted(0.4, &mind)
        guard days.contains(day), !mind.hasRefusedPrompts else { continue }
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

  @Test("who is not reminded is not moved")
  func silence() throws {
    let course = try Self.course()
    var mind = Mind()
    for day in 0..<50 {
      course.remind(Self.person(3), &mind, at: Home(), on: Self.firstDay.adding(days: day))
      #expect(mind.prompt == .none && course.lifted(0.4, &mind) == 0.4)
    }
  }

  @Test("reminders that never fit move nobody, annoy, and are switched off by some")
  func misfits() throws {
    let course = try Self.course {
      $0.reactions.promptsPerWeek = 7
      $0.reactions.promptMisfitShare = 1
    }
    var refused = 0
    for index in 0..<300 {
      let person = Self.person(UInt32(index))
      var mind = Mind()
      mind.lifeDays = 5
      let calm = course.lapseHazard(person, mind)
      for day in 0..<60 {
        course.remind(person, &mind, at: Home(), on: Self.firstDay.adding(days: day))
        guard mind.prompt == .misfit else { continue }
        #expect(course.lifted(0.4, &mind) == 0.4)
        #expect(abs(course.lapseHazard(person, mind) / calm - 1.3) < 1e-9)
      }
      if mind.hasRefusedPrompts {
        refused += 1
        course.remind(person, &mind, at: Home(), on: Self.firstDay.adding(days: 61))
        #expect(mind.prompt == .none)
      }
    }
    // After sixty chances of one in a hundred, 45 % have had enough.
    #expect((105...165).contains(refused))
  }

  @Test("trouble makes people put the app away, and is forgotten with time")
  func trouble() throws {
    let course = try Self.course {
      $0.reactions.lapseFactorTrouble = 3
      $0.reactions.openLogitTrouble = -1
    }
    let person = Self.person(4)
    var (state, mind) = (PersonState(), Mind())
    mind.lifeDays = 9
    let (calm, open) = (
      course.lapseHazard(person, mind), course.openLogit(person, mind, state, on: Self.firstDay)
    )
    var seen = SeenTrouble()
    course.notice(seen, &mind)
    #expect(mind.trouble == 0)
    seen.rejected = 2
    course.notice(seen, &mind)
    #expect(abs(course.lapseHazard(person, mind) / calm - 2.2) < 1e-9)
    #expect(
      abs(course.openLogit(person, mind, state, on: Self.firstDay) - open + 0.6) < 1e-9)
    // What was rejected once is no news the next time.
    course.notice(seen, &mind)
    #expect(abs(mind.trouble - 0.6) < 1e-9)
    course.startOver(&mind)
    #expect(mind.trouble == 1)
    for _ in 0..<4 { course.moveOn(person, &state, &mind) }
    #expect(abs(mind.trouble - 0.5) < 1e-9)
  }

  @Test("a group has people train 23 % more, and late in the week still more for a rank")
  func groups() throws {
    let course = try Self.course {
      $0.reactions.groupTrainingLift = 0.23
      $0.reactions.groupLateLift = 0.2
    }
    let tuesday = Self.firstDay
    let saturday = tuesday.adding(days: 4)
    #expect(course.trainingFactor(balance: 0, isNearRank: true, on: tuesday) == 1.23)
    #expect(course.trainingFactor(balance: 0, isNearRank: false, on: saturday) == 1.23)
    #expect(course.trainingFactor(balance: 0, isNearRank: true, on: saturday) == 1.43)
  }

  @Test("a balanced group has people train more than one in which somebody leaves all behind")
  func balance() throws {
    let course = try Self.course {
      $0.reactions.groupTrainingLift = 0.4
      $0.reactions.groupBalanceShare = 0.75
    }
    func factor(_ standings: [UInt32]) -> Double {
      let balance = LifeCourse.balance(of: standings)
      return course.trainingFactor(balance: balance, isNearRank: false, on: Self.firstDay)
    }
    #expect(factor([3, 3, 3]) == 1.4)
    #expect(factor([3, 3, 3]) > factor([2, 3, 4]) && factor([2, 3, 4]) > factor([1, 1, 7]))
    #expect(abs(factor([1, 3]) - 1.25) < 1e-12)
    // Who is alone on the board has nobody to be measured by.
    #expect(abs(factor([5]) - 1.1) < 1e-12 && factor([]) == factor([5]))
    #expect((0..<200).allSatisfy { LifeCourse.balance(of: [1, 1, 1, UInt32($0)]) >= 0 })
  }

  @Test("a repair forgives a single missed day, and not two")
  func repair() throws {
    let course = try Self.course()
    let person = Self.person(5)
    var (state, mind) = (PersonState(), Mind())
    for _ in 0..<6 {
      state.wasActive = true
      course.moveOn(person, &state, &mind, isRepaired: true)
    }
    course.moveOn(person, &state, &mind, isRepaired: true)
    #expect(state.activeDays == 6 && mind.pain == 0)
    course.moveOn(person, &state, &mind, isRepaired: true)
    #expect(state.activeDays == 0 && mind.pain > 0.8)
  }
}
