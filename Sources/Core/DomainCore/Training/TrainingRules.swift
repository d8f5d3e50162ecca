public import Chronology

extension TrainingArea {
  /// TRN-1, TRN-2: a parent acts for everyone, a child for itself once it may log, an athlete for
  /// itself; a coach assigns and withdraws, and only reads the rest.
  public static func decide(
    _ code: TrainingCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    switch code {
    case .workoutAssigned: return decideAssigning(fact, on: state)
    case .assignmentChanged: return decideAssignment(fact, on: state)
    case .workoutImported, .workoutImportRemoved: return decideHealthImport(fact, on: state)
    case .sessionCreated:
      return decideLogging(fact, on: state) ?? decideSessionPlan(fact.payload, on: state)
    case .sessionGenerated:
      return decideLogging(fact, on: state) ?? decideGenerating(fact, at: place, on: state)
    case .sessionChanged: return decideLogging(fact, on: state) ?? decideSession(fact, on: state)
    case .templateCreated:
      return decideLogging(fact, on: state) ?? decideTemplateBlueprint(fact.payload, on: state)
    case .templateChanged: return decideLogging(fact, on: state) ?? decideTemplate(fact, on: state)
    case .workoutLogged: return decideLogging(fact, on: state) ?? decideWorkout(fact, on: state)
    case .mobilityLogged:
      return decideLogging(fact, on: state)
        ?? (MobilityLog(logged: fact).isWellFormed ? nil : .amountOutOfRange)
    case .trainingLogDeleted:
      return decideLogging(fact, on: state) ?? decideLogDeletion(fact, on: state)
    case .wellnessSet: preconditionFailure("check-ins are decided through a view")
    }
  }
}

// MARK: Sessions

func decideSessionPlan(_ payload: Payload, on state: borrowing ScopeState) -> Refusal? {
  if let refusal = decideTitle(SessionPlan(payload).title) { return refusal }
  guard SessionPlan.isWellFormed(payload) else { return .sessionOutOfRange }
  return state.covers(SessionPlan(payload).time.day) ? nil : .dayOutOfRange
}

/// TRN-1: a device generates the sessions that its template plans.
///
/// The server also accepts a day that the template planned in the version that the device last
/// received: the person may have trained by it, and their sets would be lost with the session. A
/// deleted template generates nothing any more, on any replica.
func decideGenerating(
  _ fact: Fact, at place: DecisionPlace, on state: borrowing ScopeState
) -> Refusal? {
  guard let template = state.training.template(fact.entity), template.owner == fact.subject else {
    return .templateUnknown
  }
  guard !template.isDeleted else { return .templateDeleted }
  let day = LocalDay(packed: fact.payload.first)
  guard state.covers(day) else { return .dayOutOfRange }
  if place == .server { return nil }
  return template.recurrence.contains(day) ? nil : .templateDayWrong
}

func decideSession(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  let change = TrainingChange(fact.payload, hasDay: true)
  guard let session = state.training.session(change.key(of: fact.entity)),
    session.owner == fact.subject
  else { return .sessionUnknown }
  guard let field = SessionField(rawValue: change.field) else { return .sessionOutOfRange }
  // Two devices that delete the same session agree; the second delete is not refused.
  if field == .deletion { return nil }
  guard !session.isDeleted else { return .sessionDeleted }
  switch field {
  case .title: return decideTitle(change.text)
  case .focus, .notes, .deletion: return nil
  case .time: return decideTime(change.value, on: state)
  case .character: return SessionCharacter.isKnown(change.value) ? nil : .sessionOutOfRange
  case .exercise: return decideExercise(change)
  case .set:
    guard Int(change.exercise) < ExercisePlan.exercisesMax,
      Int(change.set) < ExercisePlan.setsMax, SetResult(packed: change.value).isWellFormed
    else { return .setOutOfRange }
    let rpe = SetResult(packed: change.value).rpe
    return EffortReport.isWellFormed(rpe) ? nil : .effortOutOfRange
  case .completion:
    let effort = EffortReport(packed: change.value).effort
    return EffortReport.isWellFormed(effort) ? nil : .effortOutOfRange
  }
}

func decideTime(_ packed: UInt64, on state: borrowing ScopeState) -> Refusal? {
  let time = SessionTime(packed: packed)
  guard time.isWellFormed else { return .sessionOutOfRange }
  return state.covers(time.day) ? nil : .dayOutOfRange
}

func decideExercise(_ change: TrainingChange) -> Refusal? {
  guard Int(change.exercise) < ExercisePlan.exercisesMax, change.plan.isWellFormed else {
    return .setOutOfRange
  }
  // One with no sets was removed.
  return change.sets == 0 ? nil : decideTitle(change.plan.name)
}

/// FAM-16: what is planned has a name of which something is visible.
func decideTitle(_ title: TextHandle) -> Refusal? { title == .empty ? .titleMissing : nil }

// MARK: Templates

func decideTemplateBlueprint(_ payload: Payload, on state: borrowing ScopeState) -> Refusal? {
  if let refusal = decideTitle(TemplateBlueprint(payload).title) { return refusal }
  guard TemplateBlueprint.isWellFormed(payload) else { return .sessionOutOfRange }
  return state.covers(TemplateBlueprint(payload).recurrence.first) ? nil : .dayOutOfRange
}

func decideTemplate(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  guard let template = state.training.template(fact.entity), template.owner == fact.subject else {
    return .templateUnknown
  }
  let change = TrainingChange(fact.payload, hasDay: false)
  guard let field = TemplateField(rawValue: change.field) else { return .sessionOutOfRange }
  if field == .deletion { return nil }
  guard !template.isDeleted else { return .templateDeleted }
  switch field {
  case .title: return decideTitle(change.text)
  case .deletion: return nil
  case .recurrence:
    let recurrence = TemplateRecurrence(packed: change.value)
    guard recurrence.weekdayBits != 0 else { return .sessionOutOfRange }
    return state.covers(recurrence.first) ? nil : .dayOutOfRange
  case .time: return SessionTime(packed: change.value).isWellFormed ? nil : .sessionOutOfRange
  case .character: return SessionCharacter.isKnown(change.value) ? nil : .sessionOutOfRange
  case .exercise: return decideExercise(change)
  }
}

// MARK: Assignments

/// FAM-10, TRN-2: coaches assign to the athletes of their own roster, and no one else assigns: a
/// parent plans a child's training as sessions.
func decideAssigning(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  guard state.member(fact.author).role == .coach else { return .coachNeeded }
  guard state.shared.isOnRoster(coach: fact.author, athlete: fact.subject) else {
    return .notOnRoster
  }
  return decideSessionPlan(fact.payload, on: state)
}

/// TRN-2: the athlete completes; the coach who assigned, or a parent, changes and withdraws.
func decideAssignment(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  let change = TrainingChange(fact.payload, hasDay: false)
  guard let assignment = state.training.assignment(fact.entity), assignment.athlete == fact.subject
  else {
    return .assignmentUnknown
  }
  guard let field = AssignmentField(rawValue: change.field) else { return .sessionOutOfRange }
  if let refusal = decideAssignmentAuthor(fact, field, of: assignment, on: state) { return refusal }
  if field == .withdrawal {
    // Two members who withdraw it agree. A completed assignment stays with the athlete.
    return assignment.report.isDone && !assignment.isWithdrawn ? .assignmentCompleted : nil
  }
  guard !assignment.isWithdrawn else { return .assignmentWithdrawn }
  switch field {
  case .title: return decideTitle(change.text)
  case .place, .withdrawal: return nil
  case .time: return decideTime(change.value, on: state)
  case .completion:
    let report = EffortReport(packed: change.value)
    guard EffortReport.isWellFormed(report.effort) else { return .effortOutOfRange }
    return report.isDone && report.effort == nil ? .effortOutOfRange : nil
  }
}

func decideAssignmentAuthor(
  _ fact: Fact, _ field: AssignmentField, of assignment: WorkoutAssignment,
  on state: borrowing ScopeState
) -> Refusal? {
  if field == .completion { return decideLogging(fact, on: state) }
  let author = state.member(fact.author)
  if Permissions.mayManage(author) { return nil }
  guard author.role == .coach else { return .coachNeeded }
  guard assignment.coach == fact.author else { return .assignmentUnknown }
  return state.shared.isOnRoster(coach: fact.author, athlete: fact.subject) ? nil : .notOnRoster
}

// MARK: Logs

func decideWorkout(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  let log = WorkoutLog(fact.payload)
  let bits = fact.payload.second >> 32 & 0xFF
  guard log.isWellFormed, bits == UInt64(log.kind.rawValue) else { return .amountOutOfRange }
  guard state.covers(log.day) else { return .dayOutOfRange }
  return log.day <= fact.day ? nil : .dayInFuture
}

func decideLogDeletion(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  guard let owner = state.training.trainingLogOwner(fact.entity), owner == fact.subject else {
    return .trainingLogUnknown
  }
  return nil
}
