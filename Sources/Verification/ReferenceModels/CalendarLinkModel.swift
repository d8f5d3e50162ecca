import Chronology
public import DomainCore

/// A reference model of CAL-1…CAL-4, computed from the log alone: which event of a calendar belongs
/// to which occurrence, what both sides agreed on, and the imported edits.
///
/// An imported edit writes a field of the occurrence like any tap, and competes with taps on equal
/// terms. But it counts only if it is the latest agreement on its field between the two sides, and
/// its event has not ended when it arrives.
public struct CalendarLinkModel {
  private struct Key: Hashable {
    var occurrence: OccurrenceID
    var calendar: UInt8
  }

  /// The agreement on a field: the latest one, the write of ours that it is about, and whether the
  /// calendar overruled it.
  private struct Agreement {
    var written = Version.never
    var version = Version.never
    var overruled = Version.never
  }

  private struct LinkedEvent {
    var number = LatestWrite()
    var seen = LatestWrite()
    var ended = Version.never
    var agreements = [Agreement](repeating: Agreement(), count: CalendarField.allCases.count)

    /// An event that was named before the last end is the one that has ended.
    var isGone: Bool { number.version < ended }
  }

  private struct Connection {
    var connected = LatestWrite()
    var owner = MemberHandle(0)
    var since = Instant(milliseconds: 0)
    var mode = LatestWrite()
  }

  private var events: [Key: LinkedEvent] = [:]
  private var order: [Key] = []
  private var connections: [UInt8: Connection] = [:]
  /// The lost edits, each with the fact that recorded it.
  public private(set) var conflicts: [(recordedBy: Entity, conflict: CalendarConflict)] = []

  public init() {}

  /// Processes the next accepted fact of the log. Returns its write to the occurrence, if any, as
  /// the equivalent tap.
  public mutating func ingest(_ fact: Fact, in plan: borrowing ScheduleModel) -> Fact? {
    guard fact.kind.area == .calendar else { return nil }
    let address = CalendarAddress(fact.payload.second)
    if fact.kind == .calendarConnectionSet || fact.kind == .calendarModeSet {
      connect(fact, address.calendar)
      return nil
    }
    if fact.kind == .calendarConflictRecorded {
      note(fact, address)
      return nil
    }
    let occurrence = OccurrenceID(fact.entity, address.day)
    let key = Key(occurrence: occurrence, calendar: address.calendar)
    if events[key] == nil { order.append(key) }
    var event = events[key] ?? LinkedEvent()
    defer { events[key] = event }
    switch fact.kind {
    case .calendarEventMapped: event.number.merge(fact.payload.first, fact)
    case .calendarRevisionSeen: event.seen.merge(fact.payload.first, fact)
    case .calendarFieldsExchanged:
      let version = Version(stamp: fact.payload.first, site: address.site)
      for field in 0..<event.agreements.count where address.part >> UInt8(field) & 1 == 1 {
        Self.agree(&event.agreements[field], on: version, fact)
      }
    case .calendarFieldsOverruled:
      for field in 0..<event.agreements.count where address.part >> UInt8(field) & 1 == 1 {
        event.agreements[field].overruled = max(event.agreements[field].overruled, fact.version)
      }
    case .calendarEditImported:
      let field = Int(address.part)
      guard field < event.agreements.count,
        Self.agree(&event.agreements[field], on: fact.version, fact),
        event.ended < fact.version, !event.isGone
      else { return nil }
      return edit(fact, CalendarField.allCases[field], of: occurrence, in: plan)
    case .calendarEventGone:
      event.ended = max(event.ended, fact.version)
      // A deletion wins over everything else, and is a write like any other.
      return address.part == 1 ? Self.write(.cancelled, 1, occurrence, fact) : nil
    default: break
    }
    return nil
  }

  @discardableResult
  private static func agree(
    _ agreement: inout Agreement, on version: Version, _ fact: Fact
  ) -> Bool {
    guard agreement.written < fact.version else { return false }
    (agreement.written, agreement.version) = (fact.version, version)
    return true
  }

  private mutating func connect(_ fact: Fact, _ calendar: UInt8) {
    var connection = connections[calendar] ?? Connection()
    if fact.kind == .calendarModeSet {
      connection.mode.merge(fact.payload.first, fact)
    } else if connection.connected.version < fact.version {
      connection.connected.merge(fact.payload.first, fact)
      (connection.owner, connection.since) = (fact.author, fact.tapped)
    }
    connections[calendar] = connection
  }

  private mutating func note(_ fact: Fact, _ address: CalendarAddress) {
    guard let part = CalendarConflictPart(address.part) else { return }
    let conflict = CalendarConflict(
      identity: CalendarIdentity(trainingClass: fact.entity, day: address.day),
      calendar: address.calendar, field: part.field, loser: part.loser,
      isByDeletion: part.isByDeletion, value: fact.payload.first)
    conflicts.append((fact.identity, conflict))
  }

  // MARK: Imported edits

  /// An edit by an application without knowledge of Shakeout, as far as an occurrence can represent
  /// it.
  private func edit(
    _ fact: Fact, _ field: CalendarField, of occurrence: OccurrenceID,
    in plan: borrowing ScheduleModel
  ) -> Fact? {
    guard let zone = plan.zone(of: occurrence.trainingClass) else { return nil }
    let value = fact.payload.first
    let text = value & 0xFFFF_FFFF
    switch field {
    case .title: return Self.write(.title, text, occurrence, fact)
    case .place: return Self.write(.place, text, occurrence, fact)
    case .details: return Self.write(.notes, text, occurrence, fact)
    case .start:
      let start = Instant(milliseconds: Int64(bitPattern: value))
      let minute = UInt16(zone.millisecondOfDay(at: start) / 60_000)
      let moved = MovedStart(day: zone.localDay(at: start), minute: minute)
      return Self.write(.start, moved.packed, occurrence, fact)
    case .duration:
      // At least a minute, and at most a week.
      return Self.write(.duration, min(max(value / 60_000, 1), 7 * 24 * 60), occurrence, fact)
    case .drivers: return nil
    }
  }

  private static func write(
    _ field: OccurrenceField, _ value: UInt64, _ occurrence: OccurrenceID, _ fact: Fact
  ) -> Fact {
    var tap = fact
    tap.kind = .occurrenceFieldSet
    tap.payload = OccurrenceChange(field, on: occurrence.day, to: value).payload
    return tap
  }
}

// MARK: Reading

extension CalendarLinkModel {
  /// Whether the log has no calendar at all.
  public var isEmpty: Bool { connections.isEmpty }

  /// The agreement on each occurrence that any calendar fact named, in order.
  public func mappings() -> [CalendarMapping] { order.compactMap(mapping) }

  /// The agreement on the occurrence that a fact names; nil where it names no event.
  public func mapping(after fact: Fact) -> CalendarMapping? {
    let address = CalendarAddress(fact.payload.second)
    return mapping(
      Key(occurrence: OccurrenceID(fact.entity, address.day), calendar: address.calendar))
  }

  private func mapping(_ key: Key) -> CalendarMapping? {
    guard let event = events[key] else { return nil }
    let identity = CalendarIdentity(
      trainingClass: key.occurrence.trainingClass, day: key.occurrence.day)
    var mapping = CalendarMapping(identity: identity, calendar: key.calendar)
    (mapping.event, mapping.isGone, mapping.ended) = (event.number.value, event.isGone, event.ended)
    // Facts from before the end of an event do not apply to the next one.
    if event.ended < event.seen.version { mapping.seen = event.seen.value }
    for field in CalendarField.allCases {
      let agreement = event.agreements[Int(field.rawValue)]
      if event.ended < agreement.written { mapping.exchanged[field] = agreement.version }
      if max(agreement.written, event.ended) < agreement.overruled {
        mapping.overruled |= field.bit
      }
    }
    return mapping
  }

  /// The connections to calendars, by number.
  public func links() -> [CalendarConnection] {
    connections.keys.sorted().compactMap { number in
      guard let connection = connections[number] else { return nil }
      var link = CalendarConnection(calendar: number)
      (link.isConnected, link.owner) = (connection.connected.value == 1, connection.owner)
      link.connected = connection.since
      if connection.mode.version != .never {
        let mode = UInt8(truncatingIfNeeded: connection.mode.value)
        link.mode = CalendarMode(rawValue: mode) ?? .manual
      }
      return link
    }
  }
}
