import Chronology

/// Why a fact cannot be about an occurrence: its class is gone, or has none on that day.
///
/// A cancelled occurrence is one still: what is said of it comes back with it.
func decideExistence(_ occurrence: OccurrenceID, on state: borrowing ScopeState) -> Refusal? {
  if let refusal = decideClass(occurrence.trainingClass, on: state) { return refusal }
  guard let made = state.schedule.trainingClass(occurrence.trainingClass),
    state.schedule.hasOccurrence(made, on: occurrence.day)
  else { return .occurrenceUnknown }
  return nil
}

/// Why an occurrence does not take place.
func decideTakingPlace(_ occurrence: OccurrenceID, on state: borrowing ScopeState) -> Refusal? {
  if let refusal = decideExistence(occurrence, on: state) { return refusal }
  guard let made = state.schedule.trainingClass(occurrence.trainingClass) else {
    return .classUnknown
  }
  let record = state.schedule.record(of: occurrence)
  if record.isCancelled { return .occurrenceCancelled }
  return state.schedule.takesPlace(made, record) ? nil : .occurrenceUnknown
}

/// SCH-4, SCH-5: a parent changes an occurrence; notes and "handled" of a duty also its driver.
func decideOccurrence(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  let change = OccurrenceChange(fact.payload)
  guard let field = change.field else { return .valueNotPossible }
  let occurrence = OccurrenceID(fact.entity, change.day)
  if !Permissions.mayManage(state.member(fact.author)) {
    guard let kind = field.duty else { return .parentNeeded }
    guard state[Duty(kind, of: occurrence)].holder == fact.author else { return .dutyNotYours }
  }
  if let refusal = decideExistence(occurrence, on: state) { return refusal }
  switch field {
  case .cancelled, .dropOffHandled, .pickUpHandled:
    return change.value <= 1 ? nil : .valueNotPossible
  case .notes, .dropOffNote, .pickUpNote, .title:
    return change.value <= UInt64(UInt32.max) ? nil : .valueNotPossible
  case .duration:
    return change.value == 0 || TrainingClass.durationRange.contains(change.value)
      ? nil : .classTimeInvalid
  case .place:
    return ClassPlace(packed: change.value).isWellFormed ? nil : .valueNotPossible
  case .start:
    if change.value == 0 { return nil }
    let start = MovedStart(packed: change.value)
    guard start.packed == change.value, start.minute < 1_440 else { return .classTimeInvalid }
    // SCH-1: also what is moved stays inside the season.
    guard let made = state.schedule.trainingClass(fact.entity),
      let sport = state.schedule.sport(made.sport), sport.days.contains(start.day)
    else { return .outsideSeason }
    return nil
  }
}

/// FAM-3: attendance is logged by whoever may log for the child.
///
/// Decided: a child that may log its completions may check off its classes, which are completions
/// of the same kind. An occurrence can be checked off from the local day on which it starts, by
/// the zone of whoever does it; that one was not attended can always be said.
func decideAttendance(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  let author = state.member(fact.author)
  guard Permissions.mayLog(author: fact.author, author, subject: fact.subject) else {
    return .loggingNotAllowed
  }
  if let refusal = decideClass(fact.entity, on: state) { return refusal }
  let payload = AttendancePayload(fact.payload)
  guard payload.attended else { return nil }
  let occurrence = OccurrenceID(fact.entity, payload.day)
  if let refusal = decideTakingPlace(occurrence, on: state) { return refusal }
  guard let made = state.schedule.trainingClass(fact.entity),
    made.participants.contains(fact.subject)
  else { return .notParticipant }
  guard let start = state.schedule.start(of: occurrence) else { return .classUnknown }
  let zone = fact.zone < ClassStart.zoneCount ? Zone(id: fact.zone) : .utc
  return zone.localDay(at: start) <= fact.day ? nil : .dayInFuture
}
