// Training: queries that screens ask.

import Base
public import Chronology

extension TrainingState {
  // MARK: Single entities, deleted or not

  public func session(_ key: SessionKey) -> Session? {
    sessions.row(of: key.rowKey)
  }

  public func template(_ entity: Entity) -> TrainingTemplate? {
    templates.row(of: RowKey(entity.raw))
  }

  public func assignment(_ entity: Entity) -> WorkoutAssignment? {
    assignments.row(of: RowKey(entity.raw))
  }

  public func workout(_ entity: Entity) -> Workout? {
    workouts.row(of: RowKey(entity.raw))
  }

  /// The owner of a workout or mobility log.
  func trainingLogOwner(_ entity: Entity) -> MemberHandle? {
    workout(entity)?.person ?? mobility.row(of: RowKey(entity.raw))?.person
  }

  /// TRN-1: a planned exercise of a session or, by hand, of a template.
  public func exercise(_ number: UInt8, of session: SessionKey) -> ExercisePlan? {
    guard Int(number) < ExercisePlan.exercisesMax else { return nil }
    return exercises.row(of: session.rowKey(exercise: number))
      .flatMap { $0.sets == 0 ? nil : $0 }
  }

  /// TRN-1: the result of a set, or its plan while there is none.
  public func set(_ number: UInt8, ofExercise exercise: UInt8, of session: SessionKey)
    -> SetResult?
  {
    guard let plan = self.exercise(exercise, of: session), number < plan.sets else { return nil }
    return sets.row(of: session.rowKey(exercise: exercise, set: number))
      ?? SetResult(planned: plan)
  }

  // MARK: A person's day

  /// TRN-1, HOME-1: the sessions that start on a person's day, by time.
  public func sessions(of person: MemberHandle, on day: LocalDay) -> [Session] {
    sessionDays.places(of: person, on: day)
      .map { sessions[$0] }.filter { !$0.isDeleted }.sorted { $0.precedes($1) }
  }

  /// TRN-2, HOME-1: the workouts that are due on an athlete's day and not withdrawn, by time.
  public func assignments(of athlete: MemberHandle, dueOn day: LocalDay) -> [WorkoutAssignment] {
    assignmentDays.places(of: athlete, on: day)
      .map { assignments[$0] }.filter { !$0.isWithdrawn }.sorted { $0.precedes($1) }
  }

  /// TRN-3: the workouts that a person logged by hand and that started on a day; `workouts` also
  /// has those from a health store.
  public func loggedWorkouts(of person: MemberHandle, on day: LocalDay) -> [Workout] {
    var found: [Workout] = []
    for place in workoutDays.places(of: person, on: day)
    where !workouts[place].isDeleted {
      found.append(workouts[place])
    }
    found.sort { $0.precedes($1) }
    return found
  }

  /// TRN-3: how many workouts of a day were logged by hand.
  public func loggedWorkoutCount(of person: MemberHandle, on day: LocalDay) -> Int {
    workoutDays.count(of: person, on: day) { place in
      !workouts[place].isDeleted
    }
  }

  /// TRN-5: a person's mobility work of a day, in the order of its identities.
  public func mobilityLogs(of person: MemberHandle, on day: LocalDay) -> [MobilityLog] {
    mobilityDays.places(of: person, on: day)
      .map { mobility[$0] }.filter { !$0.isDeleted }.sorted { $0.entity < $1.entity }
  }

  // MARK: Templates and rates

  /// TRN-1: the sessions that a person's templates plan in some days and that were not generated
  /// yet; a deleted session was. By day, then by identity. O(templates × days).
  ///
  /// A device generates each of them when it is opened; it does no harm if another device does the
  /// same.
  public func sessionsToGenerate(
    for person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ shared: borrowing SharedState
  ) -> [SessionKey] {
    guard first <= last else { return [] }
    var keys: [SessionKey] = []
    for day in first...last where shared.covers(day) {
      var ofDay: [SessionKey] = []
      for place in 0..<templates.count {
        let template = templates[place]
        guard template.owner == person, !template.isDeleted, template.recurrence.contains(day)
        else { continue }
        let key = SessionKey(template: template.entity, on: day)
        if sessions.place(of: key.rowKey) == nil { ofDay.append(key) }
      }
      keys += ofDay.sorted()
    }
    return keys
  }

  /// A person's templates, in the order of their identities.
  public func templates(of person: MemberHandle) -> [TrainingTemplate] {
    var found: [TrainingTemplate] = []
    for place in 0..<templates.count {
      let template = templates[place]
      if template.owner == person && !template.isDeleted { found.append(template) }
    }
    return found.sorted { $0.entity < $1.entity }
  }

  /// TRN-2: completed ÷ assigned and due, of what a coach assigned an athlete.
  ///
  /// An assignment counts from its due day on, that day included, and completing it early does not
  /// count before: so the rate never exceeds one.
  public func completionRate(
    coach: MemberHandle, athlete: MemberHandle, asOf day: LocalDay
  ) -> CompletionRate {
    assignmentCounts.rate(coach, athlete, asOf: day)
  }

  /// TRN-2: the same for all athletes of the coach together.
  public func completionRate(
    coach: MemberHandle, asOf day: LocalDay, _ shared: borrowing SharedState
  ) -> CompletionRate {
    var sum = CompletionRate()
    for athlete in 0..<shared.memberCount {
      sum =
        sum
        + completionRate(coach: coach, athlete: MemberHandle(UInt16(athlete)), asOf: day)
    }
    return sum
  }
}

extension TrainingState {
  /// SCH-8, HOME-1: a person's sessions and assigned workouts of some days, by day and time; of two
  /// at once sessions first, then by identity. O(days + items).
  public func trainingItems(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ shared: borrowing SharedState
  ) -> [TrainingItem] {
    guard first <= last else { return [] }
    var items: [TrainingItem] = []
    for day in first...last where shared.covers(day) {
      let ofDay =
        sessions(of: person, on: day).map { TrainingItem($0) }
        + assignments(of: person, dueOn: day).map { TrainingItem($0) }
      items += ofDay.sorted {
        ($0.minuteOfDay, $0.kind.rawValue, $0.key) < ($1.minuteOfDay, $1.kind.rawValue, $1.key)
      }
    }
    return items
  }
}

extension TrainingState {
  /// TRN-6: the recommendation for a person, generated at an instant of their local day `today`.
  ///
  /// It follows only from the check-ins and the completed training of that day and the three
  /// before, so it is the same wherever it is generated from the same facts.
  public func recommendation(
    for person: MemberHandle, at instant: Instant, today: LocalDay, _ shared: borrowing SharedState
  ) -> Recommendation {
    var scores = 0
    var checkIns = 0
    var load = 0
    for back in 0..<Recommendation.daysLookedAt {
      let day = today.adding(days: -back)
      let row =
        shared.index(of: day) >= 0 ? shared.personDay(person, shared.index(of: day)) : PersonDay()
      if row.hasCheckIn {
        scores += Int(row.mental) + Int(row.physical)
        checkIns += 1
      }
      load += trainingLoad(of: person, on: day, shared)
    }
    // The mean of the mental and physical scores over the check-ins, in tenths, rounded half up.
    let wellness = checkIns == 0 ? nil : (scores * 10 + checkIns) / (2 * checkIns)
    return Recommendation(
      generated: instant, advice: Recommendation.advice(wellnessTenths: wellness, load: load),
      wellnessTenths: wellness, load: load)
  }

  /// TRN-6: the recommendation of the last 05:00 UTC before the device's last contact with the
  /// server; after another 05:00 UTC it is stale (OFF-1).
  ///
  /// **Decided**: there is no timer at 05:00. A derived value is never stored, so it is computed on
  /// request for the local day of that instant, and all devices with the same facts get the same
  /// one. Check-ins of that day since then count too; otherwise the advice to check in would stay
  /// until tomorrow for a person who has checked in.
  public func dailyRecommendation(
    for person: MemberHandle, lastServerContact: Instant, in zone: Zone,
    _ shared: borrowing SharedState
  ) -> Recommendation {
    let generated = Recommendation.periodStart(at: lastServerContact)
    return recommendation(for: person, at: generated, today: zone.localDay(at: generated), shared)
  }

  /// TRN-6: a day's training load: minutes times effort of what is completed.
  func trainingLoad(of person: MemberHandle, on day: LocalDay, _ shared: borrowing SharedState)
    -> Int
  {
    var load = 0
    for session in sessions(of: person, on: day) where session.report.isDone {
      load += Int(session.time.minutes) * effort(session.report)
    }
    for assignment in assignments(of: person, dueOn: day) where assignment.report.isDone {
      load += Int(assignment.time.minutes) * effort(assignment.report)
    }
    for workout in workouts(of: person, on: day, shared) {
      load += Int((workout.end - workout.start) / Span.minute) * Recommendation.effortAssumed
    }
    return load
  }

  private func effort(_ report: EffortReport) -> Int {
    report.effort.map(Int.init) ?? Recommendation.effortAssumed
  }
}
