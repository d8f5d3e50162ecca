import Chronology
import Testing

@testable import Population

/// Each thing that pulls somebody to the app or keeps them from it, alone: what it adds to the
/// log-odds of opening it, and how many times likelier it makes a turn of their life.
@Suite("What pulls somebody")
struct PullsTests {
  /// A Tuesday without a season, a holiday or a term that begins.
  private static let day = LocalDay(year: 2026, month: 4, day: 14)

  private static func course(_ change: (inout Scenario) -> Void = { _ in }) throws -> LifeCourse {
    var scenario = Scenario()
    scenario.start = "2026-01-01"
    scenario.days = 365
    scenario.lifecycle.isLived = true
    scenario.rhythm.isLived = true
    change(&scenario)
    return try #require(LifeCourse(scenario))
  }

  private static func person(_ change: (inout Traits) -> Void = { _ in }) -> Person {
    var person = Households(Scenario()).person(7, isChild: false, of: 2)
    change(&person.traits)
    return person
  }

  /// What a change of somebody adds to their log-odds of opening the app.
  private static func pull(
    of course: LifeCourse, _ person: Person = person(), on day: LocalDay = day,
    _ change: (inout Mind, inout PersonState) -> Void
  ) -> Double {
    var (mind, state) = (Mind(), PersonState())
    mind.lifeDays = 40
    let before = course.openLogit(person, mind, state, on: day)
    change(&mind, &state)
    return course.openLogit(person, mind, state, on: day) - before
  }

  /// What a day adds against the Tuesday, for somebody whom nothing else moves.
  private static func pull(of course: LifeCourse, on other: LocalDay) -> Double {
    var mind = Mind()
    mind.lifeDays = 40
    return course.openLogit(person(), mind, PersonState(), on: other)
      - course.openLogit(person(), mind, PersonState(), on: day)
  }

  private static func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

  @Test("a habit, in proportion to its strength")
  func habit() throws {
    let course = try Self.course { $0.behaviour.openLogitHabit = 2 }
    #expect(Self.isNear(Self.pull(of: course) { $1.habitStrength = 0.5 }, 1))
    #expect(Self.isNear(Self.pull(of: course) { $1.habitStrength = 1 }, 2))
  }

  @Test("a habit that grows ever slower on days with the app, and hardly fades on one without")
  func habitStrength() throws {
    let course = try Self.course { $0.behaviour.habitDecayShare = 0.01 }
    let person = Self.person { $0.habitGain = 0.1 }
    var (mind, state, seen) = (Mind(), PersonState(), [0.0])
    for _ in 0..<3 {
      state.wasActive = true
      course.moveOn(person, &state, &mind)
      seen.append(state.habitStrength)
    }
    #expect(zip(seen, [0, 0.1, 0.19, 0.271]).allSatisfy(Self.isNear))
    course.moveOn(person, &state, &mind)
    #expect(Self.isNear(state.habitStrength, 0.271 * 0.99))
  }

  @Test("a streak, day by day for a week and no more, for those who care as much more")
  func streak() throws {
    let course = try Self.course {
      $0.behaviour.openLogitStreak = 1.4
      $0.lifecycle.openLogitMilestone = 0
    }
    #expect(Self.isNear(Self.pull(of: course) { $1.activeDays = 1 }, 0.2))
    #expect(Self.isNear(Self.pull(of: course) { $1.activeDays = 7 }, 1.4))
    #expect(Self.isNear(Self.pull(of: course) { $1.activeDays = 40 }, 1.4))
    let builder = Self.person { $0.streaks = 2 }
    #expect(Self.isNear(Self.pull(of: course, builder) { $1.activeDays = 7 }, 2.8))
  }

  @Test("others at home who were active yesterday, and a group with others, as company counts")
  func company() throws {
    let course = try Self.course {
      $0.homes.openLogitCompany = 0.6
      $0.reactions.openLogitGroup = 0.2
    }
    let seeker = Self.person { $0.company = 1.5 }
    #expect(Self.isNear(Self.pull(of: course) { mind, _ in mind.company = 0.5 }, 0.3))
    #expect(Self.isNear(Self.pull(of: course, seeker) { mind, _ in mind.company = 1 }, 0.9))
    #expect(Self.isNear(Self.pull(of: course) { mind, _ in mind.hasGroup = true }, 0.2))
    #expect(Self.isNear(Self.pull(of: course, seeker) { mind, _ in mind.hasGroup = true }, 0.3))
  }

  @Test("novelty, which fades, and of which who comes back has a share again")
  func novelty() throws {
    let course = try Self.course {
      $0.behaviour.openLogitNovelty = 2
      $0.behaviour.noveltyDaysHalf = 5
      $0.lifecycle.noveltyReturnedShare = 0.25
    }
    func logit(days: Int32, returns: UInt16 = 0) -> Double {
      var mind = Mind()
      (mind.lifeDays, mind.returns) = (days, returns)
      return course.openLogit(Self.person(), mind, PersonState(), on: Self.day)
    }
    let never = logit(days: 500)
    #expect(abs(logit(days: 1) - never - 2) < 1e-6 && abs(logit(days: 6) - never - 1) < 1e-6)
    #expect(abs(logit(days: 1, returns: 1) - never - 0.5) < 1e-6)
  }

  @Test("being out of it already, away")
  func lapsing() throws {
    let course = try Self.course { $0.lifecycle.openLogitLapsing = -0.7 }
    #expect(Self.isNear(Self.pull(of: course) { mind, _ in mind.phase = .lapsing }, -0.7))
  }

  @Test("Mondays, weekends, the first of a month, a term that begins, and the time of the year")
  func calendar() throws {
    func pull(
      _ year: Int, _ month: Int, _ day: Int, _ change: (inout Scenario) -> Void
    ) throws -> Double {
      let course = try Self.course {
        ($0.behaviour.openLogitMonday, $0.behaviour.openLogitWeekend) = (0, 0)
        $0.lifecycle.openLogitFreshStart = 0
        ($0.rhythm.openLogitSeason, $0.rhythm.openLogitTerm) = (0, 0)
        change(&$0)
      }
      return Self.pull(of: course, on: LocalDay(year: year, month: month, day: day))
    }
    let wednesday = try pull(2026, 4, 15) { $0.behaviour.openLogitMonday = 0.4 }
    #expect(wednesday == 0)
    #expect(Self.isNear(try pull(2026, 4, 13) { $0.behaviour.openLogitMonday = 0.4 }, 0.4))
    for day in [18, 19] {
      #expect(Self.isNear(try pull(2026, 4, day) { $0.behaviour.openLogitWeekend = -0.3 }, -0.3))
    }
    let first = try pull(2026, 7, 1) { $0.lifecycle.openLogitFreshStart = 0.15 }
    #expect(Self.isNear(first, 0.15))
    #expect(Self.isNear(try pull(2026, 9, 2) { $0.rhythm.openLogitTerm = 0.2 }, 0.2))
    // The middle of April is nearly that of the way from January down to July.
    let (winter, summer) = (
      try pull(2026, 1, 15) { $0.rhythm.openLogitSeason = 0.5 },
      try pull(2026, 7, 16) { $0.rhythm.openLogitSeason = 0.5 }
    )
    #expect(abs(winter - 0.5) < 0.02 && abs(summer + 0.5) < 0.02)
  }

  @Test("away from the app: trouble, a reminder that does not fit, and a streak just broken")
  func lapses() throws {
    let course = try Self.course {
      $0.reactions.lapseFactorTrouble = 3
      $0.reactions.promptLapseFactor = 1.3
      $0.lifecycle.lapseFactorPain = 1.5
    }
    func factor(_ change: (inout Mind) -> Void) -> Double {
      var mind = Mind()
      mind.lifeDays = 9
      let before = course.lapseHazard(Self.person(), mind)
      change(&mind)
      return course.lapseHazard(Self.person(), mind) / before
    }
    #expect(Self.isNear(factor { $0.trouble = 0.5 }, 2))
    #expect(Self.isNear(factor { $0.prompt = .misfit }, 1.3))
    #expect(Self.isNear(factor { $0.prompt = .fit }, 1))
    #expect(Self.isNear(factor { $0.pain = 1 }, 1.5) && Self.isNear(factor { $0.pain = 0.2 }, 1.1))
    let frail = Self.person { $0.frailty = 4 }
    var mind = Mind()
    mind.lifeDays = 9
    #expect(
      Self.isNear(course.lapseHazard(frail, mind), 4 * course.lapseHazard(Self.person(), mind)))
  }

  @Test("back to the app: a fresh start, company at home, a reminder that fits, an invitation")
  func returns() throws {
    let course = try Self.course {
      $0.lifecycle.returnFactorFreshStart = 1.5
      $0.homes.returnFactorCompany = 3
      $0.reactions.promptReturnFactor = 1.2
      $0.interventions.returnFactorInvited = 1.4
    }
    func factor(on day: LocalDay = Self.day, _ change: (inout Mind) -> Void = { _ in }) -> Double {
      var mind = Mind()
      (mind.phase, mind.daysAway) = (.dormant, 20)
      let before = course.returnHazard(Self.person(), mind, on: Self.day)
      change(&mind)
      return course.returnHazard(Self.person(), mind, on: day) / before
    }
    #expect(Self.isNear(factor(on: LocalDay(year: 2026, month: 4, day: 13)), 1.5))
    #expect(Self.isNear(factor(on: LocalDay(year: 2026, month: 7, day: 1)), 1.5))
    #expect(Self.isNear(factor(on: LocalDay(year: 2026, month: 7, day: 2)), 1))
    #expect(
      Self.isNear(factor { $0.company = 1 }, 3) && Self.isNear(factor { $0.company = 0.5 }, 2))
    #expect(Self.isNear(factor { $0.prompt = .fit }, 1.2))
    #expect(Self.isNear(factor { $0.prompt = .misfit }, 1))
    #expect(Self.isNear(factor { $0.isInvited = true }, 1.4))
  }

  // MARK: Treatments

  private static func home(_ treatment: Treatment) -> Home {
    var home = Home()
    home.treatment = treatment
    return home
  }

  @Test("a streak that is worth more, where rewards are the treatment")
  func rewards() throws {
    let course = try Self.course {
      $0.behaviour.openLogitStreak = 1.4
      ($0.lifecycle.openLogitMilestone, $0.lifecycle.openLogitPain) = (0.5, -0.6)
      $0.interventions.rewardFactor = 2
    }
    func logit(days: Int32, _ isRewarded: Bool, pain: Double = 0) -> Double {
      var (mind, state) = (Mind(), PersonState())
      (mind.lifeDays, mind.pain, state.activeDays) = (40, pain, days)
      return course.openLogit(Self.person(), mind, state, isRewarded: isRewarded, on: Self.day)
    }
    #expect(Self.isNear(logit(days: 5, true) - logit(days: 5, false), 1))
    // The milestone of the seventh day counts as well, and the pain of a broken one does not.
    #expect(Self.isNear(logit(days: 6, true) - logit(days: 6, false), 1.7))
    #expect(Self.isNear(logit(days: 0, true, pain: 1), logit(days: 0, false, pain: 1)))
    var (mind, state) = (Mind(), PersonState())
    (mind.lifeDays, state.activeDays) = (40, 5)
    let plain = course.openProbability(
      Self.person(), &mind, state, at: Self.home(.none), on: Self.day)
    let rewarded = course.openProbability(
      Self.person(), &mind, state, at: Self.home(.rewards), on: Self.day)
    #expect(rewarded > plain)
  }

  @Test("reminders at better times are fewer that do not fit, and no more reminders")
  func reminderTimes() throws {
    let course = try Self.course {
      $0.reactions.promptsPerWeek = 7
      $0.reactions.promptMisfitShare = 0.5
      $0.reactions.promptRefusedShare = 0
      $0.interventions.misfitFactor = 0.4
    }
    func misfits(_ treatment: Treatment) -> Double {
      var (mind, misfits) = (Mind(), 0)
      for day in 0..<2000 {
        let date = Self.day.adding(days: day)
        course.remind(Self.person(), &mind, at: Self.home(treatment), on: date)
        #expect(mind.prompt != .none)
        if mind.prompt == .misfit { misfits += 1 }
      }
      return Double(misfits) / 2000
    }
    #expect(abs(misfits(.none) - 0.5) < 0.04 && abs(misfits(.reminderTimes) - 0.2) < 0.04)
  }

  @Test("an invitation reaches the share that heeds one, where invitations are the treatment")
  func invitations() throws {
    let course = try Self.course { $0.interventions.invitedShare = 0.3 }
    let people = (0..<3000).map {
      Households(Scenario()).person($0, isChild: false, of: $0)
    }
    let invited = people.filter { course.isInvited($0, at: Self.home(.invitations)) }
    #expect(abs(Double(invited.count) / 3000 - 0.3) < 0.03)
    #expect(!people.contains { course.isInvited($0, at: Self.home(.prompts)) })
    for person in [people[0]] + invited.prefix(3) {
      var (state, mind) = (PersonState(), Mind())
      course.wakeUp(person, &state, &mind, at: Self.home(.invitations), on: Self.day)
      #expect(mind.isInvited == course.isInvited(person, at: Self.home(.invitations)))
    }
  }
}
