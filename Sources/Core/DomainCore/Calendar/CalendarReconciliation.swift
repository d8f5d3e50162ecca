import Chronology

/// CAL-3: what follows from an event as it is outside and its occurrence as it is here.
///
/// Whatever brings an event – a page, the answer to a write, a refusal by etag – goes through this
/// one place, and it is right to look at the same event twice.
///
/// A field was edited *outside* since the last exchange if it changed after the revision that has
/// been seen, where our own last write counts as seen: it was conditional, so it saw all before.
/// It was edited *here* if its version is not the one that was exchanged last. Both by different
/// values: the later edit wins, ours if they are equally late. What loses is a calendar conflict,
/// also when it loses against a deletion. What of an edit cannot be shown here is written back as
/// we have it; so is who drives, whatever anybody writes there, which is no conflict.
struct CalendarReconciliation {
  let calendar: UInt8
  let owner: MemberHandle
  /// How far the calendar's clock is ahead of ours.
  let clockOffset: Int64
  private(set) var commands: [Command] = []
  /// Edits to take in from the event at hand. They are committed after what has been exchanged,
  /// because each is itself the latest exchange of its field.
  private var imports: [Command] = []

  init(calendar: UInt8, owner: MemberHandle, clockOffset: Int64) {
    self.calendar = calendar
    self.owner = owner
    self.clockOffset = clockOffset
  }

  /// Takes in an event that is ours by its key.
  mutating func take(
    _ event: CalendarEvent, _ key: CalendarKey, item: CalendarItem?, mapping: CalendarMapping?
  ) {
    let identity = key.identity
    var agreed = mapping ?? CalendarMapping(identity: identity, calendar: calendar)
    // What comes back after its end is theirs; so is a copy that somebody made of an event. But one
    // that was mapped by somebody who had not heard of an end is ours by that.
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

  /// CAL-3: the event was deleted outside, or is gone because we asked.
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
      // Nobody has changed it since, and it is another one: a server has lost one of the two
      // drivers that it is the later version of. It is written back as we have it.
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

  /// Committed after what has been exchanged, and so later than that.
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

  /// Says which versions both sides have now: one fact for the fields that share one.
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
