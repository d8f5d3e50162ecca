extension Fact {
  /// Whether deciding another fact can look at what this one changes.
  ///
  /// A device folds its pending operations into a copy of all it knows before it decides on them,
  /// which is dear; so it asks this first. An area decides by what itself knows and by who the
  /// members are, and only what rests on logs looks at all of them. What is said of single
  /// occurrences and duties all week stands for itself. When in doubt the answer is yes.
  public func matters(to other: Fact) -> Bool {
    if other.kind.restsOnLogs { return true }
    // What was attended pays, what was imported counts, and neither decides anything else.
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

  /// Of what a profile says, decisions look at nothing but when somebody was born.
  private var decidesOnPeople: Bool {
    switch kind {
    case .weightSet, .heightSet: false
    case .profileFieldSet: entity.raw == UInt64(ProfileField.born.rawValue)
    default: true
    }
  }

  /// Of what a link says of a calendar's event, decisions look at nothing but whether it is there.
  private var decidesOnEvents: Bool {
    switch kind {
    case .calendarFieldsExchanged, .calendarRevisionSeen, .calendarEditImported,
      .calendarConflictRecorded, .calendarFieldsOverruled:
      false
    default: true
    }
  }

  /// The one occurrence that a fact is about, if it is about nothing else.
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

  /// The one duty that a fact is about, if it is about nothing else.
  private var duty: Duty? {
    switch kind {
    case .dutyClaimed, .dutyReleased, .dutyAssigned, .dutyCoverageSet: DutyPayload(self).duty
    default: nil
    }
  }
}

extension FactKind {
  /// TRN-3: what a device says of a health store; whoever may log may say it.
  fileprivate var isHealthImport: Bool {
    self == .workoutImported || self == .workoutImportRemoved
  }
}
