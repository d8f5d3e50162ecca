import Chronology

/// CAL-3: merges an event as it is outside with its occurrence as it is here.
///
/// Every source of an event – a page, the response to a write, a refusal by etag – uses this one
/// function, which may process the same event twice.
///
/// A field was edited *outside* since the last exchange if it changed after the last seen revision;
/// our own last write counts as seen, because it was conditional on the revision before it. A field
/// was edited *here* if its version differs from the last exchanged one. If both edited it to
/// different values, the later edit wins, ours at equal times. The losing edit is recorded as a
/// calendar conflict, also when it loses to a deletion. A value that cannot be shown here is
/// overwritten with ours; so are the drivers, which is not a conflict.
struct CalendarReconciliation {
  let calendar: UInt8
  let owner: MemberHandle
  /// How far the calendar's clock is ahead of ours.
  let clockOffset: Int64
  private(set) var commands: [Command] = []
  /// The edits to apply from the current event. They are committed after the exchanged versions,
  /// because each edit is itself the latest exchange of its field.
  private var imports: [Command] = []

  init(calendar: UInt8, owner: MemberHandle, clockOffset: Int64) {
    self.calendar = calendar
    self.owner = owner
    self.clockOffset = clockOffset
  }

  /// Merges an event that is ours by its key.
  mutating func take(
    _ event: CalendarEvent, _ key: CalendarKey, item: CalendarItem?, mapping: CalendarMapping?
  ) {
    let identity = key.identity
    var agreed = mapping ?? CalendarMapping(identity: identity, calendar: calendar)
    // An event that returns after its end belongs to the calendar; so does a copy that a person
    // made of an event. But an event that another device mapped before it received the end is still
    // ours.
    let isAgreedOn = !agreed.isGone && agreed.isMapped && agreed.event == event.id
    if key.life != agreed.life && !isAgreedOn { return }
    if agreed.isGone { agreed = CalendarMapping(identity: identity, calendar: calendar) }
    if agreed.isMapped && agreed.event != event.id { return }
    if event.revision < agreed.seen { return }
    let before = agreed
    if !agreed.isMapped {
      commands.append(.mapCalendarEvent(event.id, to: identity, in: calendar, by: owner))
    }
    if event.writtenRevision > agreed.seen {
      agreed.seen = event.writtenRevision
      agreed.exchanged = event.written
      agreed.overruled = 0
    }
    if event.isDeleted {
      end(identity, deletedBy: item == nil ? .ours : .theirs, item: item, agreed)
      return
    }
    for field in CalendarField.allCases {
      let isTheirs = event.fieldRevisions[Int(field.rawValue)] > agreed.seen
      if let item {
        merge(field, of: item, event, isTheirs: isTheirs, &agreed)
      } else if isTheirs && field != .drivers {
        record(field, of: identity, loser: .theirs, event.values[field], isByDeletion: true)
      }
    }
    recordExchanged(agreed, before: before)
    commands += imports
    imports = []
    if event.revision != before.seen {
      commands.append(.seeCalendarRevision(event.revision, of: identity, in: calendar, by: owner))
    }
  }

  /// CAL-3: the event was deleted outside, or on our request.
  mutating func end(
    _ identity: CalendarIdentity, deletedBy side: CalendarSide, item: CalendarItem?,
    _ agreed: CalendarMapping
  ) {
    if let item {
      for field in CalendarField.allCases
      where item.versions[field] != agreed.exchanged[field] {
        record(field, of: identity, loser: .ours, item.values[field], isByDeletion: true)
      }
    }
    commands.append(.endCalendarEvent(of: identity, in: calendar, deletedBy: side, by: owner))
  }

  private mutating func merge(
    _ field: CalendarField, of item: CalendarItem, _ event: CalendarEvent, isTheirs: Bool,
    _ agreed: inout CalendarMapping
  ) {
    let isOurs = item.versions[field] != agreed.exchanged[field]
    if item.values[field] == event.values[field] {
      agreed.exchanged[field] = item.versions[field]
      agreed.overruled &= ~field.bit
      return
    }
    guard isTheirs else {
      // The version differs although no one edited the drivers since: a server lost one of the two
      // drivers that the version combines. The event is overwritten with our value.
      if !isOurs { overrule(field, of: item.identity) }
      return
    }
    guard field.isPossible(event.values[field]) else {
      if !isOurs { overrule(field, of: item.identity) }
      return
    }
    let theirs = event.fieldMilliseconds[Int(field.rawValue)] - clockOffset
    if isOurs && item.versions[field].milliseconds >= theirs {
      record(field, of: item.identity, loser: .theirs, event.values[field], isByDeletion: false)
      return
    }
    if isOurs {
      record(field, of: item.identity, loser: .ours, item.values[field], isByDeletion: false)
    }
    imports.append(
      .importCalendarEdit(
        field, to: event.values[field], of: item.identity, in: calendar, by: owner))
    if !event.values.canBeShown(field) { overrule(field, of: item.identity) }
  }

  /// Committed after the exchanged versions, and therefore later.
  private mutating func overrule(_ field: CalendarField, of identity: CalendarIdentity) {
    imports.append(.overruleCalendarFields(field.bit, of: identity, in: calendar, by: owner))
  }

  private mutating func record(
    _ field: CalendarField, of identity: CalendarIdentity, loser: CalendarSide, _ value: UInt64,
    isByDeletion: Bool
  ) {
    commands.append(
      .recordCalendarConflict(
        CalendarConflict(
          identity: identity, calendar: calendar, field: field, loser: loser,
          isByDeletion: isByDeletion, value: value), by: owner))
  }

  /// Records the versions that both sides have now: one fact for the fields that share one.
  private mutating func recordExchanged(_ agreed: CalendarMapping, before: CalendarMapping) {
    let versions = agreed.exchanged
    var left = versions.fields(otherThan: before.exchanged) | before.overruled & ~agreed.overruled
    for field in CalendarField.allCases where left & field.bit != 0 {
      let version = versions[field]
      var together: UInt8 = 0
      for other in CalendarField.allCases
      where left & other.bit != 0 && versions[other] == version { together |= other.bit }
      left &= ~together
      commands.append(
        .exchangeCalendarFields(
          together, at: version, of: before.identity, in: calendar, by: owner))
    }
  }
}
