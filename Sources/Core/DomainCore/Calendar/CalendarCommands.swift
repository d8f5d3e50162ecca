// Calendar: commands.

extension Command {
  /// CAL-4: connects an external calendar, or disconnects it; a value, never a toggle.
  public static func connectCalendar(
    _ calendar: UInt8, _ isConnected: Bool, by member: MemberHandle
  ) -> Command {
    Command(
      .calendarConnectionSet, subject: member,
      payload: Payload(isConnected ? 1 : 0, UInt64(calendar) << 16))
  }

  /// CAL-4: sets how often a calendar is synced.
  public static func setCalendarMode(
    _ calendar: UInt8, _ mode: CalendarMode, by member: MemberHandle
  ) -> Command {
    Command(
      .calendarModeSet, subject: member,
      payload: Payload(UInt64(mode.rawValue), UInt64(calendar) << 16))
  }

  /// CAL-2: maps an occurrence to an event.
  public static func mapCalendarEvent(
    _ event: UInt64, to identity: CalendarIdentity, in calendar: UInt8, by member: MemberHandle
  ) -> Command {
    ofCalendar(.calendarEventMapped, identity, calendar, member, first: event)
  }

  /// CAL-3: records the version of the fields that both sides have.
  public static func exchangeCalendarFields(
    _ fields: UInt8, at version: Version, of identity: CalendarIdentity, in calendar: UInt8,
    by member: MemberHandle
  ) -> Command {
    ofCalendar(
      .calendarFieldsExchanged, identity, calendar, member, first: version.stamp, part: fields,
      site: version.site)
  }

  /// CAL-3: the event's values of these fields are not possible here; ours have to be written back.
  public static func overruleCalendarFields(
    _ fields: UInt8, of identity: CalendarIdentity, in calendar: UInt8, by member: MemberHandle
  ) -> Command {
    ofCalendar(.calendarFieldsOverruled, identity, calendar, member, first: 0, part: fields)
  }

  /// CAL-3: records the revision up to which the event's edits were applied.
  public static func seeCalendarRevision(
    _ revision: UInt64, of identity: CalendarIdentity, in calendar: UInt8,
    by member: MemberHandle
  ) -> Command {
    ofCalendar(.calendarRevisionSeen, identity, calendar, member, first: revision)
  }

  /// CAL-1: a person edited a field in the calendar.
  public static func importCalendarEdit(
    _ field: CalendarField, to value: UInt64, of identity: CalendarIdentity, in calendar: UInt8,
    by member: MemberHandle
  ) -> Command {
    ofCalendar(
      .calendarEditImported, identity, calendar, member, first: value, part: field.rawValue)
  }

  /// CAL-3: an occurrence and its event are deleted; `side` is where the deletion started.
  public static func endCalendarEvent(
    of identity: CalendarIdentity, in calendar: UInt8, deletedBy side: CalendarSide,
    by member: MemberHandle
  ) -> Command {
    ofCalendar(.calendarEventGone, identity, calendar, member, first: 0, part: side.rawValue)
  }

  /// CAL-3: records an edit that lost a conflict.
  public static func recordCalendarConflict(
    _ conflict: CalendarConflict, by member: MemberHandle
  ) -> Command {
    let part = CalendarConflictPart(
      field: conflict.field, loser: conflict.loser, isByDeletion: conflict.isByDeletion)
    return ofCalendar(
      .calendarConflictRecorded, conflict.identity, conflict.calendar, member,
      first: conflict.value, part: part.part)
  }

  private static func ofCalendar(
    _ kind: FactKind, _ identity: CalendarIdentity, _ calendar: UInt8, _ member: MemberHandle,
    first: UInt64, part: UInt8 = 0, site: UInt32 = 0
  ) -> Command {
    let address = CalendarAddress(identity.day, in: calendar, part: part, site: site)
    return Command(
      kind, subject: member, entity: identity.trainingClass,
      payload: Payload(first, address.word))
  }
}
