import Base
import Chronology
import DomainCore
import Oracles
import SyncCore

// P14 of records: each field of a sport, class, occurrence, session, template, assignment, course,
// deadline, profile, seat and setting shows the greatest accepted write, and without one what the
// record was made with; what templates planned was generated once; days and coaches have the
// workouts that were logged and assigned.
//
// Checked at quiescence, from the raw log. The fields of habits, goals and rewards are looked at
// elsewhere.
extension LogWalk {
  mutating func checkRecords(_ read: borrowing Scope) {
    for position in 0..<read.feed.count where !read.feed[position].verdict.isRejected {
      let fact = read.feed[position].operation.fact
      for field in PlainRecords.fields(of: fact) where records.stands(field) {
        guard let isShown = ShownFields.shows(field, in: read.state) else { continue }
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
      guard let session = state.session(key), session.owner == made.owner else {
        report(.derivedState, made.template, "a session is missing that was generated")
        continue
      }
      if !shows(session, made) {
        report(.derivedState, made.template, "a session is not what its template planned")
      }
    }
    for day in training.workoutDays() {
      tally.count(.derivedState)
      if state.loggedWorkoutCount(of: day.person, on: day.day) != day.count {
        report(
          .derivedState, "a day has other workouts than the log",
          expected: "\(day.count) of \(Self.words(day.person)) on \(day.day)",
          found: "\(state.loggedWorkoutCount(of: day.person, on: day.day))")
      }
    }
    for day in [now.utcDay, LocalDay(number: .max)] {
      for rate in training.rates(asOf: day) {
        tally.count(.derivedState)
        let shown = state.completionRate(coach: rate.coach, athlete: rate.athlete, asOf: day)
        if shown.due != rate.due || shown.completed != rate.completed {
          report(
            .derivedState, "a coach's rate is not what was assigned and done",
            expected: "\(rate.completed) of \(rate.due)",
            found: "\(shown.completed) of \(shown.due)")
        }
      }
    }
  }

  /// TRN-3: each workout once and on its own day, also one across midnight that a watch and its
  /// owner have recorded.
  ///
  /// Every fourth day each time, and other ones whenever the log has grown; of each the day after
  /// it as well, on which mostly nobody has done anything.
  mutating func checkWorkouts(_ read: borrowing Scope) {
    if wasErased { return }
    for person in workouts.wearers {
      let member = MemberHandle(person)
      let all = workouts.done(by: member)
      for (place, one) in all.enumerated()
      where (Int(one.day.number) + read.feed.count) % 4 == 0 {
        if place > 0 && all[place - 1].day == one.day { continue }
        for day in [one.day, one.day.adding(days: 1)] {
          tally.count(.derivedState)
          let done = all[place...].filter { $0.day == day }
          let shown = read.state.workouts(of: member, on: day).map {
            PlainWorkouts.Done(
              on: $0.day, logged: $0.logged?.entity.raw, imported: $0.imported?.sample,
              burned: Int($0.calories))
          }
          if shown.sorted() != done || read.state.workoutCount(of: member, on: day) != done.count {
            report(
              .derivedState, "somebody did other workouts on a day than the log has",
              expected: "\(done.count) of \(Self.words(member)) on \(day)",
              found: "\(shown.count)")
          }
        }
      }
    }
  }

  /// NUT-2, TRN-3: what counts as trained is each workout once, be it logged or only imported, and
  /// what was done of sessions and of what coaches assigned; whatever came and went since.
  mutating func checkTrained(_ state: borrowing ScopeState) {
    if wasErased { return }
    for person in workouts.wearers {
      let member = MemberHandle(person)
      let done = workouts.done(by: member)
      let all = done.map(\.day) + activity.worksDone(by: member)
      func counted(_ first: LocalDay, _ last: LocalDay) -> Int {
        state.trainedCount(of: member, from: first, through: last)
          - state.attendedCount(of: member, from: first, through: last)
      }
      tally.count(.derivedState)
      var isRight = counted(LocalDay(number: .min), LocalDay(number: .max)) == all.count
      for one in done where isRight && one.imported != nil {
        tally.count(.derivedState)
        isRight = counted(one.day, one.day) == all.count { $0 == one.day }
      }
      if !isRight {
        report(
          .derivedState, "somebody trained more or less than the log says",
          expected: "\(all.count) times for \(Self.words(member))",
          found: "\(counted(LocalDay(number: .min), LocalDay(number: .max)))")
      }
    }
  }

  /// Whether what nobody has changed of a session is as its template had it.
  private func shows(_ session: Session, _ made: PlainTraining.Generated) -> Bool {
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

/// A field of a session that somebody has changed since it was generated.
struct ChangedSession: Hashable {
  var template: Entity
  var day: LocalDay
  var field: UInt8
}
