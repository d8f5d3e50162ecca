import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 of records: each field of a sport, class, occurrence, session, template, assignment, course,
// deadline, profile, seat and setting shows the greatest accepted write, and without one the value
// from the record's creation; sessions planned by templates were generated once; days and coaches
// have the workouts that were logged and assigned.
//
// Checked at quiescence, against the raw log. Other checkers check the fields of habits, goals and
// rewards.
extension LogReplay {
  mutating func checkRecords(_ read: borrowing Scope) {
    for position in 0..<read.feed.count where !read.feed[position].verdict.isRejected {
      let fact = read.feed[position].operation.fact
      for field in RecordModel.fields(of: fact) where records.stands(field) {
        guard let isShown = FieldVisibility.shows(field, in: read.state) else { continue }
        tally.count(.derivedState)
        if !isShown {
          report(
            .derivedState, fact.identity,
            "a field of \(Self.thing(of: field.kind)) is not what was written last",
            expected: Self.words(field))
        }
      }
    }
  }

  static func thing(of kind: FactKind) -> String {
    switch kind.area {
    case .families: "a profile"
    case .habits: "a habit"
    case .nutrition: "a meal"
    case .training: "training"
    case .academics: "school"
    case .schedule, .calendar: "the schedule"
    case .goals: "a goal"
    case .rewards: "the rewards"
    case .groups: "a group"
    case .notifications: "the settings of notifications"
    }
  }

  /// "profileSet 5 0, of member 1".
  static func words(_ field: Fact) -> String {
    let about = field.subject == .newcomer ? "" : ", of \(words(field.subject))"
    return "\(field.kind) \(field.payload.first) \(field.payload.second)\(about)"
  }

  // MARK: Training

  mutating func checkTraining(_ state: borrowing ScopeState) {
    if wasErased { return }
    for made in training.generated {
      tally.count(.derivedState)
      let key = SessionKey(template: made.template, on: made.day)
      guard let session = state.training.session(key), session.owner == made.owner else {
        report(.derivedState, made.template, "a generated session is missing")
        continue
      }
      if !shows(session, made) {
        report(.derivedState, made.template, "a session differs from its template's plan")
      }
    }
    for day in training.workoutDays() {
      tally.count(.derivedState)
      if state.training.loggedWorkoutCount(of: day.person, on: day.day) != day.count {
        report(
          .derivedState, "the workouts of a day differ from the log",
          expected: "\(day.count) of \(Self.words(day.person)) on \(day.day)",
          found: "\(state.training.loggedWorkoutCount(of: day.person, on: day.day))")
      }
    }
    for day in [now.utcDay, LocalDay(number: .max)] {
      for rate in training.rates(asOf: day) {
        tally.count(.derivedState)
        let shown = state.training.completionRate(
          coach: rate.coach, athlete: rate.athlete, asOf: day)
        if shown.due != rate.due || shown.completed != rate.completed {
          report(
            .derivedState, "a coach's completion rate differs from the log",
            expected: "\(rate.completed) of \(rate.due)",
            found: "\(shown.completed) of \(shown.due)")
        }
      }
    }
  }

  /// Whether the unchanged fields of a session are those of its template.
  private func shows(_ session: Session, _ made: TrainingModel.Generated) -> Bool {
    func isChanged(_ field: SessionField) -> Bool {
      changedSessions.contains(
        ChangedSession(template: made.template, day: made.day, field: field.rawValue))
    }
    return (isChanged(.title) || session.title == made.plan.title)
      && (isChanged(.time) || session.time == made.plan.time)
      && (isChanged(.character) || session.character == made.plan.character)
  }

  mutating func noteSession(_ fact: Fact) {
    guard fact.kind == .sessionChanged else { return }
    let change = TrainingChange(fact.payload, hasDay: true)
    changedSessions.insert(
      ChangedSession(
        template: fact.entity, day: LocalDay(number: change.dayNumber), field: change.field))
  }
}

/// A field of a session that was changed after the session was generated.
struct ChangedSession: Hashable {
  var template: Entity
  var day: LocalDay
  var field: UInt8
}

// MARK: Training

// P14 of training: each workout counts once, for its day, with its calories (TRN-3, GRP-6); the
// sessions planned by templates and not generated yet are due (TRN-1); a day has the mobility work
// that was logged for it (TRN-5); and a recommendation follows from a person's wellness and
// training as of the last five o'clock (TRN-6).
//
// Checked at quiescence, against the raw log; templates and recommendations for the days around the
// end.
extension LogReplay {
  /// TRN-3: each workout counts once and on its own day, even one across midnight that both a watch
  /// and its owner have recorded.
  ///
  /// Checks every fourth day, other ones whenever the log has grown, and the day after each, on
  /// which mostly nothing was done.
  mutating func checkWorkouts(_ read: borrowing Scope) {
    if wasErased { return }
    for person in workouts.people {
      let member = MemberHandle(person)
      let all = workouts.done(by: member)
      for (place, one) in all.enumerated()
      where (Int(one.day.number) + read.feed.count) % 4 == 0 {
        if place > 0 && all[place - 1].day == one.day { continue }
        for day in [one.day, one.day.adding(days: 1)] {
          tally.count(.derivedState)
          let done = all[place...].filter { $0.day == day }
          let shown = read.state.training.workouts(of: member, on: day, read.state.shared).map {
            WorkoutModel.Done(
              on: $0.day, logged: $0.logged?.entity.raw, imported: $0.imported?.sample,
              burned: Int($0.calories), minutes: Int(($0.end - $0.start) / Span.minute))
          }
          if shown.sorted() != done
            || read.state.training.workoutCount(of: member, on: day, read.state.shared)
              != done.count
          {
            report(
              .derivedState, "a person's workouts of a day differ from the log",
              expected: "\(done.count) of \(Self.words(member)) on \(day)",
              found: "\(shown.count)")
          }
          checkTotals(of: member, on: day, done, read.state)
        }
      }
    }
  }

  /// NUT-2, TRN-3: training counts each workout once, logged or only imported, and the completed
  /// sessions and assignments, whatever was added and removed since.
  mutating func checkTrained(_ state: borrowing ScopeState) {
    if wasErased { return }
    for person in workouts.wearers {
      let member = MemberHandle(person)
      let done = workouts.done(by: member)
      let all = done.map(\.day) + activity.worksDone(by: member)
      func counted(_ first: LocalDay, _ last: LocalDay) -> Int {
        state.schedule.trainedCount(of: member, from: first, through: last)
          - state.schedule.attendedCount(of: member, from: first, through: last)
      }
      tally.count(.derivedState)
      var isRight = counted(LocalDay(number: .min), LocalDay(number: .max)) == all.count
      for one in done where isRight && one.imported != nil {
        tally.count(.derivedState)
        isRight = counted(one.day, one.day) == all.count { $0 == one.day }
      }
      if !isRight {
        report(
          .derivedState, "the number of a person's workouts differs from the log",
          expected: "\(all.count) times for \(Self.words(member))",
          found: "\(counted(LocalDay(number: .min), LocalDay(number: .max)))")
      }
    }
  }

  /// GRP-6: the totals of a day that a device would share.
  private mutating func checkTotals(
    of person: MemberHandle, on day: LocalDay, _ done: [WorkoutModel.Done],
    _ state: borrowing ScopeState
  ) {
    let shown = state.training.workoutTotals(of: person, on: day, state.shared)
    let burned = done.map(\.burned).reduce(0, +)
    tally.count(.derivedState)
    if shown.count != done.count || shown.calories != burned {
      report(
        .derivedState, "the totals of a day's workouts differ from the log",
        expected: "\(done.count) of \(Self.words(person)) on \(day), with \(burned) kcal",
        found: "\(shown.count), with \(shown.calories) kcal")
    }
  }

  // MARK: Planned and recommended training

  mutating func checkPractice(_ state: borrowing ScopeState) {
    if wasErased || state.group.head.isFounded { return }
    for person in people.members {
      checkUngenerated(for: person, state)
      checkMobility(of: person, state)
      checkRecommendation(for: person, state)
    }
  }

  /// TRN-1: the sessions that a device would generate when it is opened.
  private mutating func checkUngenerated(for person: MemberHandle, _ state: borrowing ScopeState) {
    let days = now.utcDay.adding(days: -3)...now.utcDay.adding(days: 4)
    let expected = days.filter { state.covers($0) }.flatMap { day in
      training.ungenerated(for: person, on: day).map { SessionKey(template: $0, on: day) }
    }
    tally.count(.derivedState)
    let shown = state.training.sessionsToGenerate(
      for: person, from: days.lowerBound, through: days.upperBound, state.shared)
    if shown != expected {
      report(
        .derivedState, "the sessions still to be generated differ from the templates",
        expected: "\(expected.count) for \(Self.words(person))", found: "\(shown.count)")
    }
  }

  private mutating func checkMobility(of person: MemberHandle, _ state: borrowing ScopeState) {
    let days = recovery.mobility(of: person)
    for day in days.keys.sorted() {
      let (expected, shown) = (days[day] ?? [], state.training.mobilityLogs(of: person, on: day))
      tally.count(.derivedState)
      let isRight =
        shown.count == expected.count
        && zip(shown, expected).allSatisfy { log, one in
          log.entity == one.entity
            && MobilityWork(exercise: log.exercise, minutes: log.minutes, notes: log.notes)
              == one.work
        }
      if !isRight {
        report(
          .derivedState, "the mobility work of a day differs from the log",
          expected: "\(expected.count) of \(Self.words(person)) on \(day)", found: "\(shown.count)")
      }
    }
  }

  private mutating func checkRecommendation(
    for person: MemberHandle, _ state: borrowing ScopeState
  ) {
    // Before five, the recommendation is that of the day before.
    let five = Zone.utc.startOfDay(now.utcDay) + 5 * Span.hour
    let generated = five <= now ? five : five - Span.day
    let days = generated.utcDay.adding(days: -3)...generated.utcDay
    let wellness = recovery.wellnessTenths(of: person, in: days)
    let load = load(of: person, in: days)
    let expected = RecoveryModel.advice(wellnessTenths: wellness, load: load)
    let shown = state.training.dailyRecommendation(
      for: person, lastServerContact: now, in: .utc, state.shared)
    tally.count(.derivedState)
    if shown.generated != generated || shown.wellnessTenths != wellness || shown.load != load
      || shown.advice != expected
    {
      report(
        .derivedState, "a training recommendation does not follow from the person's days",
        expected:
          "\(expected) for \(Self.words(person)) with a load of \(load) and "
          + "\(wellness ?? 0) tenths, at \(generated)",
        found:
          "\(shown.advice) with a load of \(shown.load) and \(shown.wellnessTenths ?? 0) tenths, "
          + "at \(shown.generated)")
    }
  }

  /// TRN-6: minutes times effort of all workouts; 5 where no effort is given.
  private func load(of person: MemberHandle, in days: ClosedRange<LocalDay>) -> Int {
    var load = 0
    for work in activity.works(of: person) where work.isDone && days.contains(work.day) {
      let planned = work.session.generatedDay.flatMap {
        training.plannedTime(work.session.entity, $0)
      }
      load += Int((work.time ?? planned)?.minutes ?? 0) * Int(work.effort ?? 5)
    }
    for workout in workouts.done(by: person) where days.contains(workout.day) {
      load += 5 * workout.minutes
    }
    return load
  }
}
