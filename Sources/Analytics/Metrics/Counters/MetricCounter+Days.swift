// Metrics of enrolled days.
extension MetricCounter {
  /// Active days of enrolled people, of all days they were enrolled.
  static let dailyActive = MetricCounter { person in
    guard person.traits.mayLog else { return .none }
    return Tally(person.side.active.count(in: person.enrolled), of: person.enrolled.count)
  }

  /// Active days of people who train, of all days they were enrolled.
  static let dailyActiveAthletes = MetricCounter { person in
    guard person.isAthlete else { return .none }
    return Tally(person.side.active.count(in: person.enrolled), of: person.enrolled.count)
  }

  /// Active days, of days with an active day among the 30 days ending that day: DAU over MAU,
  /// summed over all days that have 30 days to look back on.
  static let stickiness = MetricCounter { person in
    let active = person.side.active
    let first = min(29, person.days)
    var parts = Tally.none
    for day in person.enrolled where day >= first {
      let month = max(person.enrolled.lowerBound, day - 29)..<day + 1
      parts.numerator += active[day] ? 1 : 0
      parts.denominator += active.count(in: month) > 0 ? 1 : 0
    }
    return parts
  }

  /// Sessions on active days, and the number of these days.
  static let sessions = MetricCounter { person in
    var parts = Tally.none
    for day in person.enrolled where person.side.active[day] {
      parts.numerator += Int(person.side[.sessions][day])
      parts.denominator += 1
    }
    return parts
  }

  /// Seconds of sessions, and the number of sessions.
  static let sessionSeconds = MetricCounter { person in
    Tally(
      person.side[.sessionSeconds].sum(over: person.enrolled),
      of: person.side[.sessions].sum(over: person.enrolled))
  }

  /// Sessions with a crash, of all sessions.
  static let crashedSessions = MetricCounter { person in
    Tally(
      person.side[.crashedSessions].sum(over: person.enrolled),
      of: person.side[.sessions].sum(over: person.enrolled))
  }

  /// Sessions without a crash of people who train, of all their sessions.
  static let crashFreeAthletes = MetricCounter { person in
    guard person.isAthlete else { return .none }
    let sessions = person.side[.sessions].sum(over: person.enrolled)
    return Tally(
      sessions - person.side[.crashedSessions].sum(over: person.enrolled), of: sessions)
  }

  /// Whole weeks of the run with a core action, of those in which the person was enrolled.
  static let weeklyActive = MetricCounter { person in
    var parts = Tally.none
    guard person.traits.mayLog else { return parts }
    let (first, end) = ((person.enrolled.lowerBound + 6) / 7, person.enrolled.upperBound / 7)
    for week in first..<max(first, end) {
      parts.numerator += person.side.active.count(in: 7 * week..<7 * week + 7) > 0 ? 1 : 0
      parts.denominator += 1
    }
    return parts
  }

  /// Days with a check-in of people who train.
  static let checkIns = MetricCounter { person in
    guard person.isAthlete else { return .none }
    return Tally(
      person.side[.mental].count(over: person.enrolled, atLeast: 1), of: person.enrolled.count)
  }

  /// What people who train log per enrolled day.
  static func perAthleteDay(_ measure: DayMeasure) -> MetricCounter {
    MetricCounter { person in
      guard person.isAthlete else { return .none }
      return Tally(person.side[measure].sum(over: person.enrolled), of: person.enrolled.count)
    }
  }

  /// Habits done, of those due on days on which the person was enrolled.
  static let habitsCompleted = MetricCounter { person in
    Tally(
      person.side[.habitsDone].sum(over: person.enrolled),
      of: person.side[.habitsDue].sum(over: person.enrolled))
  }

  /// Days on which a side has exactly as many habits done as the truth, of days with any.
  static let completionsExact = MetricCounter { person in
    let (known, done) = (person.side[.habitsDone], person.truth[.habitsDone])
    var parts = Tally.none
    for day in person.enrolled where known[day] > 0 || done[day] > 0 {
      parts.numerator += known[day] == done[day] ? 1 : 0
      parts.denominator += 1
    }
    return parts
  }

  /// Operations durable on the server within their deadline, of those whose deadline has passed.
  /// People who have left count too, since their last operations still have to arrive.
  static let syncSuccess = MetricCounter { person in
    let all = 0..<person.days
    return Tally(
      person.side[.operationsWithinDeadline].sum(over: all),
      of: person.side[.operationsDue].sum(over: all))
  }

  /// Operations durable on the server before their device would have retried, of those whose
  /// deadline has passed.
  static let savedAtOnce = MetricCounter { person in
    let all = 0..<person.days
    return Tally(
      person.side[.operationsFirstAttempt].sum(over: all),
      of: person.side[.operationsDue].sum(over: all))
  }
}
