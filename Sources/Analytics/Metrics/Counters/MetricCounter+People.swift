// Metrics of people, each of whom counts once, and of households.
extension MetricCounter {
  /// People who ever reached a 7-day streak, of all people ever enrolled who can have habits.
  static let everStreak7 = ofLogging { person in
    person.side[.streakBest].count(over: person.enrolled, atLeast: 7) > 0
  }

  /// People with a meal on an enrolled day.
  static let everMeal = ofLogging { person in
    person.side[.meals].count(over: person.enrolled, atLeast: 1) > 0
  }

  /// People who ever edited the family's schedule, which coaches cannot.
  static let everSchedule = ofEnrolled(where: { $0.traits.maySchedule }) {
    $0.kind == .truth ? $0.traits.usedSchedule : $0.traits.observedUsedSchedule
  }

  /// People who ever edited a goal.
  static let everGoal = ofLogging {
    $0.kind == .truth ? $0.traits.usedGoals : $0.traits.observedUsedGoals
  }

  /// People who ever edited rewards.
  static let everReward = ofLogging {
    $0.kind == .truth ? $0.traits.usedRewards : $0.traits.observedUsedRewards
  }

  /// People who ever had an operation rejected after their device had shown it as done.
  static let everRejectedAfterAck = ofEnrolled { person in
    person.side[.rejectedAfterAck].count(over: person.enrolled, atLeast: 1) > 0
  }

  /// Households in which a person linked an external calendar.
  static let householdsWithCalendar = MetricCounter(perHousehold: true) { person in
    person.enrolled.isEmpty ? .none : .one(person.traits.linkedCalendar)
  }

  /// Groups with a person on their board in four or more consecutive weeks. A group counts with its
  /// first member.
  static let groupsOf4Weeks = MetricCounter { person in
    guard let weeks = person.traits.ledGroupStreakWeeks else { return .none }
    return .one(weeks >= 4)
  }

  /// Adults in a group, of those who were active in the last 30 days of the run.
  static let inGroup = MetricCounter { person in
    guard person.traits.isAdult else { return .none }
    let last = max(person.enrolled.lowerBound, person.days - 30)..<person.days
    let month = last.clamped(to: person.enrolled)
    guard person.side.active.count(in: month) > 0 else { return .none }
    return .one(person.isInGroup)
  }

  /// People who joined.
  static let joining = MetricCounter { person in
    Tally(person.enrolled.isEmpty ? 0 : 1, of: 0)
  }

  /// Households with a person who joined in the first 30 days.
  static let householdsOfMonth1 = MetricCounter(perHousehold: true) { person in
    Tally(!person.enrolled.isEmpty && person.enrolled.lowerBound < 30 ? 1 : 0, of: 0)
  }

  /// Workouts of adults in a group and their enrolled days, and those of all other adults.
  static let workoutsInGroups = workouts(inGroup: true)
  static let workoutsOfOthers = workouts(inGroup: false)

  private static func workouts(inGroup: Bool) -> MetricCounter {
    MetricCounter { person in
      guard person.isInGroup == inGroup, person.traits.isAdult else { return .none }
      return Tally(person.side[.workouts].sum(over: person.enrolled), of: person.enrolled.count)
    }
  }

  /// Classic retention on day 30 of adults in a group, and of all other adults.
  static let retention30InGroups = retention30(inGroup: true)
  static let retention30OfOthers = retention30(inGroup: false)

  private static func retention30(inGroup: Bool) -> MetricCounter {
    MetricCounter { person in
      guard person.isInGroup == inGroup, person.traits.isAdult else { return .none }
      return retention[30].count(person)
    }
  }

  private static func ofEnrolled(
    where isOfThem: @escaping @Sendable (PersonView) -> Bool = { _ in true },
    _ isCounted: @escaping @Sendable (PersonView) -> Bool
  ) -> MetricCounter {
    MetricCounter { person in
      person.enrolled.isEmpty || !isOfThem(person) ? .none : .one(isCounted(person))
    }
  }

  /// Of enrolled people whose role permits core actions.
  private static func ofLogging(
    _ isCounted: @escaping @Sendable (PersonView) -> Bool
  ) -> MetricCounter {
    ofEnrolled(where: { $0.traits.mayLog }, isCounted)
  }
}
