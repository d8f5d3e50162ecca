public import Chronology

/// CAL-1…CAL-4: decides a fact about the link to an external calendar.
///
/// Parents connect calendars. What the link itself commits is committed in the name of the parent
/// who connected it, and refused once the calendar is disconnected: so nothing that was on its way
/// gets in afterwards.
public func decideCalendar(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  guard Permissions.mayManage(state.member(fact.author)) else { return .parentNeeded }
  let address = CalendarAddress(fact.payload.second)
  if fact.kind == .calendarConnectionSet {
    return fact.payload.first <= 1 ? nil : .calendarSettingUnknown
  }
  guard state.calendarConnection(address.calendar)?.isConnected == true else {
    return .calendarNotConnected
  }
  if fact.kind == .calendarModeSet {
    return fact.payload.first < UInt64(CalendarMode.allCases.count) ? nil : .calendarSettingUnknown
  }
  guard state.covers(address.day) else { return .dayOutOfRange }
  guard isWellFormed(fact, address) else { return .calendarFieldUnknown }
  let identity = CalendarIdentity(trainingClass: fact.entity, day: address.day)
  guard let mapping = state.calendarMapping(of: identity, in: address.calendar), mapping.isMapped
  else { return fact.kind == .calendarEventMapped ? nil : .calendarEventUnknown }
  if !mapping.isGone { return nil }
  switch fact.kind {
  // Two deletes agree, and that an edit lost against one is said all the same.
  case .calendarEventGone, .calendarConflictRecorded: return nil
  case .calendarEventMapped where fact.payload.first != mapping.event: return nil
  default: return .calendarEventDeleted
  }
}

/// Whether the fact's words mean something for its kind.
private func isWellFormed(_ fact: Fact, _ address: CalendarAddress) -> Bool {
  switch fact.kind {
  case .calendarEventMapped: fact.payload.first != 0
  case .calendarRevisionSeen: true
  case .calendarFieldsExchanged, .calendarFieldsOverruled:
    address.part != 0 && address.part & ~CalendarField.allBits == 0
  case .calendarEditImported:
    CalendarField(rawValue: address.part)?.isPossible(fact.payload.first) == true
  case .calendarEventGone: CalendarSide(rawValue: address.part) != nil
  case .calendarConflictRecorded: CalendarConflictPart(address.part) != nil
  default: false
  }
}
