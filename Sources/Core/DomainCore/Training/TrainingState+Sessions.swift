// Training, sessions: folds of sessions, templates and assigned workouts.

import Base
import Chronology

extension TrainingState {
  // MARK: Sessions

  mutating func createSession(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let key = SessionKey(fact.identity)
    guard sessions.place(of: key.rowKey) == nil else { return .superseded }
    addSession(Session(key: key, owner: fact.subject, plan: SessionPlan(fact.payload)))
    shared.accountOnce(fact)
    return .changed
  }

  private mutating func addSession(_ session: Session) {
    sessions.add(session, under: session.key.rowKey)
    sessionDays.add(session.owner, session.time.day)
  }

  /// TRN-1: creates the one session of a template and day. If it exists, or was deleted, generating
  /// it again changes nothing.
  ///
  /// The digest covers what the session takes from the template, because that depends on the
  /// earlier log.
  mutating func generateSession(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let day = LocalDay(packed: fact.payload.first)
    let key = SessionKey(template: fact.entity, on: day)
    guard sessions.place(of: key.rowKey) == nil,
      let template = templates.row(of: RowKey(fact.entity.raw))
    else { return .superseded }
    let plan = template.plan(on: day)
    var session = Session(key: key, owner: template.owner, plan: plan)
    session.exercises = template.exercises
    var digest = Digest128.mix(fact.entity.raw, day.packed, plan.payload.first, plan.payload.second)
    var remaining = template.exercises
    while remaining != 0 {
      let number = UInt8(remaining.trailingZeroBitCount)
      remaining &= remaining - 1
      let planned =
        exercises.row(of: SessionKey(fact.entity).rowKey(exercise: number)) ?? .none
      exercises.add(planned, under: key.rowKey(exercise: number))
      digest.fold(Digest128.mix(UInt64(number), UInt64(planned.sets), planned.packed, 0))
    }
    digest.fold(
      Digest128.mix(UInt64(FactKind.sessionGenerated.rawValue), UInt64(session.owner.index), 0, 0))
    shared.digestStored.add(digest)
    addSession(session)
    return .changed
  }

  mutating func changeSession(
    _ fact: Fact, _ shared: inout SharedState, _ schedule: inout ScheduleState,
    _ nutrition: borrowing NutritionState
  ) -> Effect {
    let change = TrainingChange(fact.payload, hasDay: true)
    let key = change.key(of: fact.entity)
    guard let field = SessionField(rawValue: change.field),
      let place = sessions.place(of: key.rowKey)
    else { return .superseded }
    let register = change.fieldKey(
      of: fact, exercises: field == .exercise || field == .set, sets: field == .set)
    guard shared.write(fact, to: register, value: change.stored) else { return .superseded }
    let before = sessions[place]
    var session = before
    switch field {
    case .title: session.title = change.text
    case .time:
      let old = session.time.day
      session.time = SessionTime(packed: change.value)
      sessionDays.move(place, of: session.owner, from: old, to: session.time.day)
    case .character: session.character = SessionCharacter(packed: change.value)
    case .focus: session.focus = change.text
    case .notes: session.notes = change.text
    case .exercise:
      setExercise(change, of: key, in: &session.exercises)
    case .set:
      let row = key.rowKey(exercise: change.exercise, set: change.set)
      let set = sets.place(of: row, orAdd: SetResult(packed: 0))
      sets[set] = SetResult(packed: change.value)
    case .completion: session.report = EffortReport(packed: change.value)
    case .deletion:
      guard !session.isDeleted else { return .superseded }
      session.isDeleted = true
    }
    sessions[place] = session
    if before.doneOn != session.doneOn {
      schedule.countTraining(of: session.owner, on: before.doneOn, -1, &shared, nutrition)
      schedule.countTraining(of: session.owner, on: session.doneOn, 1, &shared, nutrition)
    }
    return .changed
  }

  private mutating func setExercise(
    _ change: TrainingChange, of key: SessionKey, in numbers: inout UInt32
  ) {
    let exercise = exercises.place(of: key.rowKey(exercise: change.exercise), orAdd: .none)
    exercises[exercise] = change.plan
    let bit: UInt32 = 1 << UInt32(change.exercise)
    numbers = change.sets == 0 ? numbers & ~bit : numbers | bit
  }

  // MARK: Templates

  mutating func createTemplate(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard templates.add(TrainingTemplate(created: fact), madeBy: fact) else {
      return .superseded
    }
    shared.accountOnce(fact)
    return .changed
  }

  mutating func changeTemplate(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let change = TrainingChange(fact.payload, hasDay: false)
    guard let field = TemplateField(rawValue: change.field),
      let place = templates.place(of: RowKey(fact.entity.raw))
    else { return .superseded }
    let register = change.fieldKey(of: fact, exercises: field == .exercise)
    guard shared.write(fact, to: register, value: change.stored) else { return .superseded }
    var template = templates[place]
    switch field {
    case .title: template.title = change.text
    case .recurrence: template.recurrence = TemplateRecurrence(packed: change.value)
    case .time:
      let time = SessionTime(packed: change.value)
      template.minuteOfDay = time.minuteOfDay
      template.minutes = time.minutes
    case .character: template.character = SessionCharacter(packed: change.value)
    case .exercise:
      setExercise(change, of: SessionKey(fact.entity), in: &template.exercises)
    case .deletion:
      guard !template.isDeleted else { return .superseded }
      template.isDeleted = true
    }
    templates[place] = template
    return .changed
  }
}
