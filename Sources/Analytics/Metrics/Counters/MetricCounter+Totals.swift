// Metrics of totals over the whole run, of people ever enrolled.
extension MetricCounter {
  /// Hundredths of a second until responses arrived, and the number of responses.
  static let responseTime = ofTotals(.responseCentiseconds, .responses)

  /// Minutes in which the person's server was up, of all minutes of the run.
  static let serverUp = MetricCounter { person in
    guard !person.enrolled.isEmpty else { return .none }
    let all = person.days * 1_440
    return Tally(max(0, all - Int(person.traits.totals[.serverDownMinutes])), of: all)
  }

  /// Pushes that arrived at a phone, of all that were sent.
  static let pushesDelivered = ofTotals(.pushesDelivered, .pushesSent)

  /// Notifications after which the person opened the app, of those that arrived at a phone.
  static let notificationsOpened = ofTotals(.notificationsOpened, .notificationsDelivered)

  /// Tenths of a second from the server to phones with a network, and the number of updates shown.
  static let feedUpdateTime = ofTotals(.feedUpdateDeciseconds, .feedUpdates)

  /// Operations that were lost, of those that devices reported as saved.
  static let dataLost = ofTotals(.operationsLost, .operationsSaved)

  /// Open conflicts, of all operations that devices reported as saved.
  static let conflictsOpen = ofTotals(.conflictsOpen, .operationsSaved)

  /// Documents that were read, and enrolled days.
  static let documentsRead = perDay(.documentsRead)

  /// Documents that were written, and enrolled days.
  static let documentsWritten = perDay(.documentsWritten)

  /// The cost of the server, and the days of months in which families were active.
  static let familyCost = ofTotals(.microdollars, .familyActiveMonthDays)

  /// Assigned workouts that were completed, of those that were due.
  static let assignedWorkouts = MetricCounter { person in
    guard person.isAthlete, !person.enrolled.isEmpty else { return .none }
    let totals = person.traits.totals
    return person.kind == .truth
      ? Tally(Int(totals[.workoutsCompleted]), of: Int(totals[.workoutsAssigned]))
      : Tally(Int(totals[.observedWorkoutsCompleted]), of: Int(totals[.observedWorkoutsAssigned]))
  }

  /// Milliseconds to log a drink, summed over the drinks that people who train logged.
  static let waterTime = MetricCounter { person in
    guard person.isAthlete else { return .none }
    return times(.logWaterMilliseconds, .waters, person)
  }

  /// Milliseconds to mark a habit, summed over the habits done.
  static let markTime = MetricCounter { person in
    times(.markHabitMilliseconds, .habitsDone, person)
  }

  /// People who signed up organically, of all people.
  static let organic = MetricCounter { person in
    person.enrolled.isEmpty ? .none : .one(person.traits.isOrganic)
  }

  /// People whose app runs on a platform, of all people.
  static let platforms: [MetricCounter] = Platform.allCases.map { platform in
    MetricCounter { person in
      person.enrolled.isEmpty ? .none : .one(person.traits.platform == platform)
    }
  }

  /// People who were active in the last 30 days of the run.
  static let activeMonth = MetricCounter { person in
    let last = max(person.enrolled.lowerBound, person.days - 30)..<person.days
    let days = person.side.active.count(in: last.clamped(to: person.enrolled))
    return Tally(days > 0 ? 1 : 0, of: 0)
  }

  /// People who joined a group, of those whom a group's founder could invite.
  static let invited = MetricCounter { person in
    guard !person.enrolled.isEmpty, person.traits.isInvited else { return .none }
    return .one(person.isInGroup)
  }

  private static func ofTotals(
    _ numerator: PersonMeasure, _ denominator: PersonMeasure
  ) -> MetricCounter {
    MetricCounter { person in
      guard !person.enrolled.isEmpty else { return .none }
      let totals = person.traits.totals
      return Tally(Int(totals[numerator]), of: Int(totals[denominator]))
    }
  }

  private static func perDay(_ measure: PersonMeasure) -> MetricCounter {
    MetricCounter { person in
      Tally(
        person.enrolled.isEmpty ? 0 : Int(person.traits.totals[measure]), of: person.enrolled.count)
    }
  }

  private static func times(
    _ time: PersonMeasure, _ count: DayMeasure, _ person: PersonView
  ) -> Tally {
    let count = person.side[count].sum(over: person.enrolled)
    return Tally(count * Int(person.traits.totals[time]), of: count)
  }
}
