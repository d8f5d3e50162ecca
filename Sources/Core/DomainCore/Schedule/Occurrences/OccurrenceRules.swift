import Chronology

extension ScheduleState {
  /// Why a fact cannot be about an occurrence: its class was deleted, or has none on that day.
  ///
  /// A canceled occurrence still exists: changes of it show again when it is no longer canceled.
  func decideExistence(_ occurrence: OccurrenceID) -> Refusal? {
    if let refusal = decideClass(occurrence.trainingClass) { return refusal }
    guard let made = trainingClass(occurrence.trainingClass),
      hasOccurrence(made, on: occurrence.day)
    else { return .occurrenceUnknown }
    return nil
  }

  /// Why an occurrence does not take place.
  func decideTakingPlace(_ occurrence: OccurrenceID) -> Refusal? {
    if let refusal = decideExistence(occurrence) { return refusal }
    guard let made = trainingClass(occurrence.trainingClass) else {
      return .classUnknown
    }
    let record = record(of: occurrence)
    if record.isCancelled { return .occurrenceCancelled }
    return takesPlace(made, record) ? nil : .occurrenceUnknown
  }

  /// SCH-4, SCH-5: a parent changes an occurrence; notes and "handled" of a duty also its driver.
  func decideOccurrence(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
    let change = OccurrenceChange(fact.payload)
    guard let field = change.field else { return .valueNotPossible }
    let occurrence = OccurrenceID(fact.entity, change.day)
    if !Permissions.mayManage(shared.member(fact.author)) {
      guard let kind = field.duty else { return .parentNeeded }
      guard standing(of: Duty(kind, of: occurrence), shared).holder == fact.author else {
        return .dutyNotYours
      }
    }
    if let refusal = decideExistence(occurrence) { return refusal }
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
      // SCH-1: a moved occurrence also stays inside the season.
      guard let made = trainingClass(fact.entity),
        let sport = sport(made.sport), sport.days.contains(start.day)
      else { return .outsideSeason }
      return nil
    }
  }
}
