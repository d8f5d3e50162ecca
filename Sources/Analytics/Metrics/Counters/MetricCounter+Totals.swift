// Figures of what is added up of a person over the whole run; of people who ever enrolled.
extension MetricCounter {
  /// How long the server's answers took, in hundredths of a second, and how many there were.
  static let responseTime = ofTotals(.responseCentiseconds, .responses)

  /// Minutes in which somebody's server could be reached, of all of the run.
  static let serverUp = MetricCounter { person in
    guard !person.enrolled.isEmpty else { return .none }
    let all = person.days * 1_440
    return Tally(max(0, all - Int(person.traits.totals[.serverDownMinutes])), of: all)
  }

  /// Pushes that got to a phone, of all that were sent.
  static let pushesDelivered = ofTotals(.pushesDelivered, .pushesSent)

  /// Notifications after which the app was opened, of those that got to a phone.
  static let notificationsOpened = ofTotals(.notificationsOpened, .notificationsDelivered)

  /// Tenths of a second that news of a group took from the server to phones with a network.
  static let feedUpdateTime = ofTotals(.feedUpdateDeciseconds, .feedUpdates)

  /// Operations that were lost, of those that devices said were saved.
  static let dataLost = ofTotals(.operationsLost, .operationsSaved)

  /// Conflicts that were not resolved, for all operations: where none was met, none is left open.
  static let conflictsOpen = ofTotals(.conflictsOpen, .operationsSaved)

  /// Documents that were read, and the days on which people were enrolled.
  static let documentsRead = perDay(.documentsRead)

  /// Documents that were written, and the days on which people were enrolled.
  static let documentsWritten = perDay(.documentsWritten)

  /// What the server cost, and the days of active families.
  static let familyCost = ofTotals(.microdollars, .familyActiveMonthDays)

  /// Assigned workouts that were completed, of those that were due.
  static let assignedWorkouts = MetricCounter { person in
    guard person.isAthlete, !person.enrolled.isEmpty else { return .none }
    let totals = person.traits.totals
    return person.told == .truth
      ? Tally(Int(totals[.workoutsCompleted]), of: Int(totals[.workoutsAssigned]))
      : Tally(Int(totals[.observedWorkoutsCompleted]), of: Int(totals[.observedWorkoutsAssigned]))
  }

  /// Milliseconds that it takes those who train to log a drink, once for each that they logged.
  static let waterTime = MetricCounter { person in
    guard person.isAthlete else { return .none }
    return times(.logWaterMilliseconds, .waters, person)
  }

  /// Milliseconds that it takes to mark a habit, once for each that was done.
  static let markTime = MetricCounter { person in times(.markHabitMilliseconds, .habitsDone, person)
  }

  /// People who came by themselves, of all.
  static let organic = MetricCounter { person in
    person.enrolled.isEmpty ? .none : .one(person.traits.isOrganic)
  }

  /// People whose app runs on a platform, of all.
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

  /// People who joined a group, of those whom a group's founder could ask.
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
