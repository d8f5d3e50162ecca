import Chronology

extension ScheduleState {
  /// FAM-3: attendance is logged by a person who may log for the child.
  ///
  /// Decided: a child that may log its completions may check off its classes, which are completions
  /// of the same kind. An occurrence can be checked off from the local day on which it starts, in
  /// the author's zone; a missed one can be marked as missed at any time.
  func decideAttendance(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
    let author = shared.member(fact.author)
    guard Permissions.mayLog(author: fact.author, author, subject: fact.subject) else {
      return .loggingNotAllowed
    }
    if let refusal = decideClass(fact.entity) { return refusal }
    let payload = AttendancePayload(fact.payload)
    guard payload.attended else { return nil }
    let occurrence = OccurrenceID(fact.entity, payload.day)
    if let refusal = decideTakingPlace(occurrence) { return refusal }
    guard let made = trainingClass(fact.entity),
      made.participants.contains(fact.subject)
    else { return .notParticipant }
    guard let start = start(of: occurrence) else { return .classUnknown }
    let zone = fact.zone < ClassStart.zoneCount ? Zone(id: fact.zone) : .utc
    return zone.localDay(at: start) <= fact.day ? nil : .dayInFuture
  }
}
