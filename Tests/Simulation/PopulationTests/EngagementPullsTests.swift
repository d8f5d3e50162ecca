import Chronology
import Testing

@testable import Population
@testable import Scenarios

/// Each factor that pulls a person to the app or keeps them from it, alone: what it adds to the
/// log-odds of opening the app, and its factor on the hazards of lapsing and returning.
@Suite("Engagement is raised or lowered by")
struct EngagementPullsTests {
  /// A Tuesday without a season, a holiday or a term that begins.
  private static let day = LocalDay(year: 2026, month: 4, day: 14)

  private static func course(_ change: (inout Scenario) -> Void = { _ in }) throws -> LifecycleModel
  {
    var scenario = Scenario()
    scenario.start = "2026-01-01"
    scenario.days = 365
    scenario.lifecycle.enabled = true
    scenario.rhythm.enabled = true
    change(&scenario)
    return try #require(LifecycleModel(scenario))
  }

  private static func person(_ change: (inout Traits) -> Void = { _ in }) -> Person {
    var person = Households(Scenario()).person(7, isChild: false, of: 2)
    change(&person.traits)
    return person
  }

  /// What a change of a person's state adds to their log-odds of opening the app.
  private static func pull(
    of course: LifecycleModel, _ person: Person = person(), on day: LocalDay = day,
    _ change: (inout EngagementState, inout PersonState) -> Void
  ) -> Double {
    var (engagement, state) = (EngagementState(), PersonState())
    engagement.lifeDays = 40
    let before = course.openLogit(person, engagement, state, on: day)
    change(&engagement, &state)
    return course.openLogit(person, engagement, state, on: day) - before
  }

  /// What a day adds compared with the Tuesday, for a person whom nothing else affects.
  private static func pull(of course: LifecycleModel, on other: LocalDay) -> Double {
    var engagement = EngagementState()
    engagement.lifeDays = 40
    return course.openLogit(person(), engagement, PersonState(), on: other)
      - course.openLogit(person(), engagement, PersonState(), on: day)
  }

  private static func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

  @Test("a habit, in proportion to its strength")
  func habit() throws {
    let course = try Self.course { $0.behavior.openLogitHabit = 2 }
    #expect(Self.isNear(Self.pull(of: course) { $1.habitStrength = 0.5 }, 1))
    #expect(Self.isNear(Self.pull(of: course) { $1.habitStrength = 1 }, 2))
  }

  @Test("a habit that grows ever more slowly on days with the app, and hardly fades on one without")
  func habitStrength() throws {
    let course = try Self.course { $0.behavior.habitDecayFraction = 0.01 }
    let person = Self.person { $0.habitGain = 0.1 }
    var (engagement, state, seen) = (EngagementState(), PersonState(), [0.0])
    for _ in 0..<3 {
      state.wasActive = true
      course.moveOn(person, &state, &engagement)
      seen.append(state.habitStrength)
    }
    #expect(zip(seen, [0, 0.1, 0.19, 0.271]).allSatisfy(Self.isNear))
    course.moveOn(person, &state, &engagement)
    #expect(Self.isNear(state.habitStrength, 0.271 * 0.99))
  }

  @Test("a streak, day by day for a week and no more, in proportion to the person's trait")
  func streak() throws {
    let course = try Self.course {
      $0.behavior.openLogitStreak = 1.4
      $0.lifecycle.openLogitMilestone = 0
    }
    #expect(Self.isNear(Self.pull(of: course) { $1.activeDays = 1 }, 0.2))
    #expect(Self.isNear(Self.pull(of: course) { $1.activeDays = 7 }, 1.4))
    #expect(Self.isNear(Self.pull(of: course) { $1.activeDays = 40 }, 1.4))
    let builder = Self.person { $0.streaks = 2 }
    #expect(Self.isNear(Self.pull(of: course, builder) { $1.activeDays = 7 }, 2.8))
  }

  @Test("other household members who were active yesterday, and a group, by the sociability trait")
  func sociability() throws {
    let course = try Self.course {
      $0.homes.openLogitHouseholdActive = 0.6
      $0.reactions.openLogitGroup = 0.2
    }
    let seeker = Self.person { $0.sociability = 1.5 }
    #expect(
      Self.isNear(
        Self.pull(of: course) { engagement, _ in engagement.householdActiveShare = 0.5 }, 0.3))
    #expect(
      Self.isNear(
        Self.pull(of: course, seeker) { engagement, _ in engagement.householdActiveShare = 1 }, 0.9)
    )
    #expect(Self.isNear(Self.pull(of: course) { engagement, _ in engagement.hasGroup = true }, 0.2))
    #expect(
      Self.isNear(
        Self.pull(of: course, seeker) { engagement, _ in engagement.hasGroup = true }, 0.3))
  }

  @Test("novelty, which fades, and which a returning person has again in part")
  func novelty() throws {
    let course = try Self.course {
      $0.behavior.openLogitNovelty = 2
      $0.behavior.noveltyHalfLifeDays = 5
      $0.lifecycle.noveltyOnReturnFraction = 0.25
    }
    func logit(days: Int32, returns: UInt16 = 0) -> Double {
      var engagement = EngagementState()
      (engagement.lifeDays, engagement.returns) = (days, returns)
      return course.openLogit(Self.person(), engagement, PersonState(), on: Self.day)
    }
    let never = logit(days: 500)
    #expect(abs(logit(days: 1) - never - 2) < 1e-6 && abs(logit(days: 6) - never - 1) < 1e-6)
    #expect(abs(logit(days: 1, returns: 1) - never - 0.5) < 1e-6)
  }

  @Test("being away already")
  func lapsing() throws {
    let course = try Self.course { $0.lifecycle.openLogitLapsing = -0.7 }
    #expect(
      Self.isNear(Self.pull(of: course) { engagement, _ in engagement.phase = .lapsing }, -0.7))
  }

  @Test("Mondays, weekends, the first of a month, a term that begins, and the time of the year")
  func calendar() throws {
    func pull(
      _ year: Int, _ month: Int, _ day: Int, _ change: (inout Scenario) -> Void
    ) throws -> Double {
      let course = try Self.course {
        ($0.behavior.openLogitMonday, $0.behavior.openLogitWeekend) = (0, 0)
        $0.lifecycle.openLogitFreshStart = 0
        ($0.rhythm.openLogitSeason, $0.rhythm.openLogitTerm) = (0, 0)
        change(&$0)
      }
      return Self.pull(of: course, on: LocalDay(year: year, month: month, day: day))
    }
    let wednesday = try pull(2026, 4, 15) { $0.behavior.openLogitMonday = 0.4 }
    #expect(wednesday == 0)
    #expect(Self.isNear(try pull(2026, 4, 13) { $0.behavior.openLogitMonday = 0.4 }, 0.4))
    for day in [18, 19] {
      #expect(Self.isNear(try pull(2026, 4, day) { $0.behavior.openLogitWeekend = -0.3 }, -0.3))
    }
    let first = try pull(2026, 7, 1) { $0.lifecycle.openLogitFreshStart = 0.15 }
    #expect(Self.isNear(first, 0.15))
    #expect(Self.isNear(try pull(2026, 9, 2) { $0.rhythm.openLogitTerm = 0.2 }, 0.2))
    // The middle of April is about halfway from January down to July.
    let (winter, summer) = (
      try pull(2026, 1, 15) { $0.rhythm.openLogitSeason = 0.5 },
      try pull(2026, 7, 16) { $0.rhythm.openLogitSeason = 0.5 }
    )
    #expect(abs(winter - 0.5) < 0.02 && abs(summer + 0.5) < 0.02)
  }

  @Test("lapsing: frustration, an irrelevant reminder, and a streak just lost")
  func lapses() throws {
    let course = try Self.course {
      $0.reactions.lapseFactorFrustration = 3
      $0.reactions.promptLapseFactor = 1.3
      $0.lifecycle.lapseFactorStreakLoss = 1.5
    }
    func factor(_ change: (inout EngagementState) -> Void) -> Double {
      var engagement = EngagementState()
      engagement.lifeDays = 9
      let before = course.lapseHazard(Self.person(), engagement)
      change(&engagement)
      return course.lapseHazard(Self.person(), engagement) / before
    }
    #expect(Self.isNear(factor { $0.frustration = 0.5 }, 2))
    #expect(Self.isNear(factor { $0.prompt = .irrelevant }, 1.3))
    #expect(Self.isNear(factor { $0.prompt = .relevant }, 1))
    #expect(
      Self.isNear(factor { $0.streakLossEffect = 1 }, 1.5)
        && Self.isNear(factor { $0.streakLossEffect = 0.2 }, 1.1))
    let frail = Self.person { $0.frailty = 4 }
    var engagement = EngagementState()
    engagement.lifeDays = 9
    #expect(
      Self.isNear(
        course.lapseHazard(frail, engagement), 4 * course.lapseHazard(Self.person(), engagement)))
  }

  @Test("returning: a fresh start, an active household, a relevant reminder, an invitation")
  func returns() throws {
    let course = try Self.course {
      $0.lifecycle.returnFactorFreshStart = 1.5
      $0.homes.returnFactorHouseholdActive = 3
      $0.reactions.promptReturnFactor = 1.2
      $0.interventions.returnFactorInvited = 1.4
    }
    func factor(on day: LocalDay = Self.day, _ change: (inout EngagementState) -> Void = { _ in })
      -> Double
    {
      var engagement = EngagementState()
      (engagement.phase, engagement.daysAway) = (.dormant, 20)
      let before = course.returnHazard(Self.person(), engagement, on: Self.day)
      change(&engagement)
      return course.returnHazard(Self.person(), engagement, on: day) / before
    }
    #expect(Self.isNear(factor(on: LocalDay(year: 2026, month: 4, day: 13)), 1.5))
    #expect(Self.isNear(factor(on: LocalDay(year: 2026, month: 7, day: 1)), 1.5))
    #expect(Self.isNear(factor(on: LocalDay(year: 2026, month: 7, day: 2)), 1))
    #expect(
      Self.isNear(factor { $0.householdActiveShare = 1 }, 3)
        && Self.isNear(factor { $0.householdActiveShare = 0.5 }, 2))
    #expect(Self.isNear(factor { $0.prompt = .relevant }, 1.2))
    #expect(Self.isNear(factor { $0.prompt = .irrelevant }, 1))
    #expect(Self.isNear(factor { $0.isInvited = true }, 1.4))
  }

  // MARK: Treatments

  private static func home(_ treatment: Treatment) -> HouseholdState {
    var home = HouseholdState()
    home.treatment = treatment
    return home
  }

  @Test("a streak that is worth more under the rewards treatment")
  func rewards() throws {
    let course = try Self.course {
      $0.behavior.openLogitStreak = 1.4
      ($0.lifecycle.openLogitMilestone, $0.lifecycle.openLogitStreakLoss) = (0.5, -0.6)
      $0.interventions.rewardFactor = 2
    }
    func logit(days: Int32, _ isRewarded: Bool, streakLossEffect: Double = 0) -> Double {
      var (engagement, state) = (EngagementState(), PersonState())
      (engagement.lifeDays, engagement.streakLossEffect, state.activeDays) = (
        40, streakLossEffect, days
      )
      return course.openLogit(
        Self.person(), engagement, state, isRewarded: isRewarded, on: Self.day)
    }
    #expect(Self.isNear(logit(days: 5, true) - logit(days: 5, false), 1))
    // The milestone of the seventh day counts as well, and the effect of a lost streak does not.
    #expect(Self.isNear(logit(days: 6, true) - logit(days: 6, false), 1.7))
    #expect(
      Self.isNear(
        logit(days: 0, true, streakLossEffect: 1), logit(days: 0, false, streakLossEffect: 1)))
    var (engagement, state) = (EngagementState(), PersonState())
    (engagement.lifeDays, state.activeDays) = (40, 5)
    let plain = course.openProbability(
      Self.person(), &engagement, state, at: Self.home(.none), on: Self.day)
    let rewarded = course.openProbability(
      Self.person(), &engagement, state, at: Self.home(.rewards), on: Self.day)
    #expect(rewarded > plain)
  }

  @Test("reminders at better times: fewer irrelevant ones, and no more reminders")
  func reminderTimes() throws {
    let course = try Self.course {
      $0.reactions.promptsPerWeek = 7
      $0.reactions.promptIrrelevantProbability = 0.5
      $0.reactions.promptOptOutProbability = 0
      $0.interventions.irrelevantPromptFactor = 0.4
    }
    func misfits(_ treatment: Treatment) -> Double {
      var (engagement, misfits) = (EngagementState(), 0)
      for day in 0..<2000 {
        let date = Self.day.adding(days: day)
        course.remind(Self.person(), &engagement, at: Self.home(treatment), on: date)
        #expect(engagement.prompt != .none)
        if engagement.prompt == .irrelevant { misfits += 1 }
      }
      return Double(misfits) / 2000
    }
    #expect(abs(misfits(.none) - 0.5) < 0.04 && abs(misfits(.reminderTimes) - 0.2) < 0.04)
  }

  @Test("an invitation, for the share that accepts one under the invitations treatment")
  func invitations() throws {
    let course = try Self.course { $0.interventions.inviteAcceptProbability = 0.3 }
    let people = (0..<3000).map {
      Households(Scenario()).person($0, isChild: false, of: $0)
    }
    let invited = people.filter { course.isInvited($0, at: Self.home(.invitations)) }
    #expect(abs(Double(invited.count) / 3000 - 0.3) < 0.03)
    #expect(!people.contains { course.isInvited($0, at: Self.home(.prompts)) })
    for person in [people[0]] + invited.prefix(3) {
      var (state, engagement) = (PersonState(), EngagementState())
      course.wakeUp(person, &state, &engagement, at: Self.home(.invitations), on: Self.day)
      #expect(engagement.isInvited == course.isInvited(person, at: Self.home(.invitations)))
    }
  }
}
