extension Fact {
  /// Whether the decision of another fact can depend on the change that this one makes.
  ///
  /// A device would fold its pending operations into a copy of its state before it decides on them,
  /// which is expensive; so it checks this first. The rules of an area depend on its own state and
  /// on the members; only rules that rest on logs depend on all areas. Facts about single
  /// occurrences and duties affect only facts about the same one. When in doubt the answer is yes.
  public func matters(to other: Fact) -> Bool {
    if other.kind.restsOnLogs { return true }
    // Attendance earns points and imports are counted, but no other decision depends on them.
    if kind.isOverlaid || kind == .attendanceSet || kind.isHealthImport { return false }
    if !decidesOnPeople || !decidesOnEvents { return false }
    guard kind.area == other.kind.area, !other.kind.isHealthImport else {
      return kind.area == .families
    }
    guard let own = occurrence, let others = other.occurrence else { return true }
    guard own == others else { return false }
    guard let duty, let otherDuty = other.duty else { return true }
    return duty == otherDuty
  }

  /// The only profile field that decisions depend on is the birthday.
  private var decidesOnPeople: Bool {
    switch kind {
    case .weightSet, .heightSet: false
    case .profileFieldSet: entity.raw == UInt64(ProfileField.born.rawValue)
    default: true
    }
  }

  /// The only fact about a calendar's event that decisions depend on is whether it exists.
  private var decidesOnEvents: Bool {
    switch kind {
    case .calendarFieldsExchanged, .calendarRevisionSeen, .calendarEditImported,
      .calendarConflictRecorded, .calendarFieldsOverruled:
      false
    default: true
    }
  }

  /// The occurrence that a fact is about, if it is about nothing else.
  private var occurrence: OccurrenceID? {
    switch kind {
    case .calendarEventMapped, .calendarFieldsExchanged, .calendarRevisionSeen,
      .calendarEditImported, .calendarEventGone, .calendarConflictRecorded,
      .calendarFieldsOverruled:
      OccurrenceID(entity, CalendarAddress(payload.second).day)
    case .occurrenceFieldSet: OccurrenceID(entity, OccurrenceChange(payload).day)
    case .attendanceSet: OccurrenceID(entity, AttendancePayload(payload).day)
    default: duty?.occurrence
    }
  }

  /// The duty that a fact is about, if it is about nothing else.
  private var duty: Duty? {
    switch kind {
    case .dutyClaimed, .dutyReleased, .dutyAssigned, .dutyCoverageSet: DutyPayload(self).duty
    default: nil
    }
  }
}

extension FactKind {
  /// TRN-3: facts that a device imports from a health store; every member who may log may write
  /// them.
  fileprivate var isHealthImport: Bool {
    self == .workoutImported || self == .workoutImportRemoved
  }
}
