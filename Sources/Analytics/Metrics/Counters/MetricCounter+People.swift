// Figures of people, each of whom counts once, and of households.
extension MetricCounter {
  /// People who ever did a habit seven days in a row, of all who ever enrolled and may do one.
  static let everStreak7 = ofLogging { person in
    person.side[.streakBest].count(over: person.enrolled, atLeast: 7) > 0
  }

  /// Enrolled people who ever logged a meal.
  static let everMeal = ofLogging { person in
    person.side[.meals].count(over: person.enrolled, atLeast: 1) > 0
  }

  /// Enrolled people who ever said something of the family's schedule, which a coach may not.
  static let everSchedule = ofEnrolled(where: { $0.traits.maySchedule }) {
    $0.told == .truth ? $0.traits.usedSchedule : $0.traits.observedUsedSchedule
  }

  /// Enrolled people who ever said something of a goal.
  static let everGoal = ofLogging {
    $0.told == .truth ? $0.traits.usedGoals : $0.traits.observedUsedGoals
  }

  /// Enrolled people who ever said something of rewards.
  static let everReward = ofLogging {
    $0.told == .truth ? $0.traits.usedRewards : $0.traits.observedUsedRewards
  }

  /// Enrolled people of whom the server ever took back what their device had shown as done.
  static let everRejectedAfterAck = ofEnrolled { person in
    person.side[.rejectedAfterAck].count(over: person.enrolled, atLeast: 1) > 0
  }

  /// Households in which somebody has linked an external calendar.
  static let householdsWithCalendar = MetricCounter(perHousehold: true) { person in
    person.enrolled.isEmpty ? .none : .one(person.traits.linkedCalendar)
  }

  /// Groups that had somebody on their boards for four weeks in a row or more; a group counts with
  /// its first member.
  static let groupsOf4Weeks = MetricCounter { person in
    guard let weeks = person.traits.ledGroupStreakWeeks else { return .none }
    return .one(weeks >= 4)
  }

  /// People in a group, of those who were active in the last 30 days of the run.
  static let inGroup = MetricCounter { person in
    let last = max(person.enrolled.lowerBound, person.days - 30)..<person.days
    let month = last.clamped(to: person.enrolled)
    guard person.side.active.count(in: month) > 0 else { return .none }
    return .one(person.isInGroup)
  }

  /// People who joined, for each of the run's days.
  static let joining = MetricCounter { person in
    Tally(person.enrolled.isEmpty ? 0 : 1, of: 0)
  }

  /// Households with somebody who joined in the first 30 days.
  static let householdsOfMonth1 = MetricCounter(perHousehold: true) { person in
    Tally(!person.enrolled.isEmpty && person.enrolled.lowerBound < 30 ? 1 : 0, of: 0)
  }

  /// Workouts of people in a group or of all others, and the days they were enrolled.
  static func workouts(inGroup: Bool) -> MetricCounter {
    MetricCounter { person in
      guard person.isInGroup == inGroup, person.traits.mayLog else { return .none }
      return Tally(person.side[.workouts].sum(over: person.enrolled), of: person.enrolled.count)
    }
  }

  /// Classic retention on day 30 of people in a group or of all others.
  static func retention30(inGroup: Bool) -> MetricCounter {
    MetricCounter { person in
      guard person.isInGroup == inGroup else { return .none }
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

  /// Of enrolled people whose role lets them do what is counted.
  private static func ofLogging(
    _ isCounted: @escaping @Sendable (PersonView) -> Bool
  ) -> MetricCounter {
    ofEnrolled(where: { $0.traits.mayLog }, isCounted)
  }
}
