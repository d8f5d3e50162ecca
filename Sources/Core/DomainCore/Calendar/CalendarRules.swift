public import Chronology

extension CalendarArea {
  /// CAL-1…CAL-4: parents connect calendars. A link commits in the name of the parent who connected
  /// it, and is refused once the calendar is disconnected, so that nothing still in flight is
  /// accepted afterwards.
  public static func decide(
    _ code: CalendarCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    guard Permissions.mayManage(state.member(fact.author)) else { return .parentNeeded }
    let address = CalendarAddress(fact.payload.second)
    if code == .calendarConnectionSet {
      return fact.payload.first <= 1 ? nil : .calendarSettingUnknown
    }
    guard state.calendar.calendarConnection(address.calendar)?.isConnected == true else {
      return .calendarNotConnected
    }
    if code == .calendarModeSet {
      return fact.payload.first < UInt64(CalendarMode.allCases.count)
        ? nil : .calendarSettingUnknown
    }
    guard state.covers(address.day) else { return .dayOutOfRange }
    guard isWellFormed(code, fact, address) else { return .calendarFieldUnknown }
    let identity = CalendarIdentity(trainingClass: fact.entity, day: address.day)
    guard let mapping = state.calendar.calendarMapping(of: identity, in: address.calendar),
      mapping.isMapped
    else { return code == .calendarEventMapped ? nil : .calendarEventUnknown }
    return mapping.isGone ? decideAfterEnd(code, fact, of: mapping) : nil
  }
}

/// CAL-2: two deletes agree, and an edit that lost to a delete is still recorded. Otherwise only a
/// new event can follow a deleted one.
private func decideAfterEnd(
  _ code: CalendarCode, _ fact: Fact, of mapping: CalendarMapping
) -> Refusal? {
  switch code {
  case .calendarEventGone, .calendarConflictRecorded: nil
  case .calendarEventMapped: fact.payload.first != mapping.event ? nil : .calendarEventDeleted
  case .calendarConnectionSet, .calendarModeSet, .calendarFieldsExchanged, .calendarRevisionSeen,
    .calendarEditImported, .calendarFieldsOverruled:
    .calendarEventDeleted
  }
}

/// Whether the fact's payload is valid for its kind.
private func isWellFormed(_ code: CalendarCode, _ fact: Fact, _ address: CalendarAddress) -> Bool {
  switch code {
  case .calendarEventMapped: fact.payload.first != 0
  case .calendarRevisionSeen: true
  case .calendarFieldsExchanged, .calendarFieldsOverruled:
    address.part != 0 && address.part & ~CalendarField.allBits == 0
  case .calendarEditImported:
    CalendarField(rawValue: address.part)?.isPossible(fact.payload.first) == true
  case .calendarEventGone: CalendarSide(rawValue: address.part) != nil
  case .calendarConflictRecorded: CalendarConflictPart(address.part) != nil
  case .calendarConnectionSet, .calendarModeSet: false
  }
}
