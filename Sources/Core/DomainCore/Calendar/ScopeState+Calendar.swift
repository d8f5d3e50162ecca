// Calendar: folds of the agreed state, and of outside edits.

import Base
public import Chronology

/// Folds of the links to external calendars.
public enum CalendarArea: Area {
  public static func fold(
    _ code: CalendarCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    let address = CalendarAddress(fact.payload.second)
    let effect =
      switch code {
      case .calendarConnectionSet, .calendarModeSet: state.applyConnection(fact, address)
      case .calendarEventMapped, .calendarRevisionSeen: state.applyEvent(fact, address)
      case .calendarFieldsExchanged: state.applyExchange(fact, address)
      case .calendarFieldsOverruled: state.applyOverruling(fact, address)
      case .calendarEditImported: state.applyImport(fact, address)
      case .calendarEventGone: state.applyGone(fact, address)
      case .calendarConflictRecorded: state.applyConflict(fact, address)
      }
    // An outside edit changes the plan like a tap; the mapping of events does not.
    if effect == .changed && movesPlan(code) && state.goals.hasShares {
      state.shared.areaEvents.append(.planChanged)
    }
    return effect
  }

  private static func movesPlan(_ code: CalendarCode) -> Bool {
    switch code {
    case .calendarFieldsExchanged, .calendarFieldsOverruled, .calendarEditImported,
      .calendarEventGone:
      true
    case .calendarConnectionSet, .calendarModeSet, .calendarEventMapped, .calendarRevisionSeen,
      .calendarConflictRecorded:
      false
    }
  }
}

extension ScopeState {
  /// CAL-2: the event of an occurrence, and the last revision of it that was seen. O(1).
  mutating func applyEvent(_ fact: Fact, _ address: CalendarAddress) -> Effect {
    guard shared.write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: address.detail()))
    else {
      return .superseded
    }
    let row = calendarRow(of: fact, address)
    let isGone = fact.version < calendar.mappings[row].ended
    if fact.kind == .calendarEventMapped {
      calendar.mappings[row].event = fact.payload.first
      calendar.mappings[row].isGone = isGone
    } else if !isGone {
      calendar.mappings[row].seen = fact.payload.first
    }
    return isGone ? .superseded : .changed
  }

  /// The place of a fact's mapping, which is created if it is missing.
  private mutating func calendarRow(of fact: Fact, _ address: CalendarAddress) -> Int {
    let identity = CalendarIdentity(trainingClass: fact.entity, day: address.day)
    return calendar.mappings.place(
      of: address.key(of: identity),
      orAdd: CalendarMapping(identity: identity, calendar: address.calendar))
  }

  mutating func applyConnection(_ fact: Fact, _ address: CalendarAddress) -> Effect {
    let number = Entity(raw: UInt64(address.calendar))
    guard shared.write(fact, to: FieldKey(fact.kind, of: number)) else { return .superseded }
    let row = calendar.connections.place(
      of: RowKey(number.raw), orAdd: CalendarConnection(calendar: address.calendar))
    if fact.kind == .calendarModeSet {
      let mode = CalendarMode(rawValue: UInt8(truncatingIfNeeded: fact.payload.first))
      calendar.connections[row].mode = mode ?? .manual
      return .changed
    }
    calendar.connections[row].isConnected = fact.payload.first == 1
    calendar.connections[row].owner = fact.author
    calendar.connections[row].connected = fact.tapped
    return .changed
  }

  mutating func applyExchange(_ fact: Fact, _ address: CalendarAddress) -> Effect {
    let version = Version(stamp: fact.payload.first, site: address.site)
    var effect = Effect.superseded
    for field in CalendarField.allCases where address.part & field.bit != 0 {
      if exchange(field, at: version, by: fact, address) { effect = .changed }
    }
    return effect
  }

  /// CAL-3: records the version of a field that both sides have.
  private mutating func exchange(
    _ field: CalendarField, at version: Version, by fact: Fact, _ address: CalendarAddress
  ) -> Bool {
    let key = Self.fieldKey(.calendarFieldsExchanged, field, fact, address)
    let value = Payload(version.stamp, UInt64(version.site))
    guard shared.write(fact, to: key, value: value) else { return false }
    let row = calendarRow(of: fact, address)
    guard calendar.mappings[row].ended < fact.version else { return false }
    calendar.mappings[row].exchanged[field] = version
    judgeOverruling(of: field, row, fact, address)
    return true
  }

  /// CAL-3: a field stays overruled until a later fact records what both sides have.
  mutating func applyOverruling(_ fact: Fact, _ address: CalendarAddress) -> Effect {
    var effect = Effect.superseded
    for field in CalendarField.allCases where address.part & field.bit != 0 {
      let key = Self.fieldKey(.calendarFieldsOverruled, field, fact, address)
      guard shared.write(fact, to: key, value: Payload(1)) else { continue }
      let row = calendarRow(of: fact, address)
      judgeOverruling(of: field, row, fact, address)
      if calendar.mappings[row].overruled & field.bit != 0 { effect = .changed }
    }
    return effect
  }

  private mutating func judgeOverruling(
    of field: CalendarField, _ row: Int, _ fact: Fact, _ address: CalendarAddress
  ) {
    let exchange = shared.registers[Self.fieldKey(.calendarFieldsExchanged, field, fact, address)]
    let overruling = shared.registers[Self.fieldKey(.calendarFieldsOverruled, field, fact, address)]
    let before = max(exchange?.version ?? .never, calendar.mappings[row].ended)
    let isOverruled = before < overruling?.version ?? .never
    calendar.mappings[row].overruled &= ~field.bit
    if isOverruled { calendar.mappings[row].overruled |= field.bit }
  }

  private static func fieldKey(
    _ kind: FactKind, _ field: CalendarField, _ fact: Fact, _ address: CalendarAddress
  ) -> FieldKey {
    FieldKey(kind, of: fact.entity, detail: address.detail(part: field.rawValue))
  }

  /// CAL-1: one fact applies an outside edit to our field and records what both sides have, so the
  /// two cannot diverge.
  mutating func applyImport(_ fact: Fact, _ address: CalendarAddress) -> Effect {
    guard let field = CalendarField(rawValue: address.part),
      exchange(field, at: fact.version, by: fact, address)
    else { return .superseded }
    let row = calendarRow(of: fact, address)
    let identity = calendar.mappings[row].identity
    if calendar.mappings[row].isGone { return .superseded }
    occurrenceEditedExternally(identity, field, to: fact.payload.first, by: fact)
    return .changed
  }

  mutating func applyGone(_ fact: Fact, _ address: CalendarAddress) -> Effect {
    if address.part == CalendarSide.theirs.rawValue {
      let identity = CalendarIdentity(trainingClass: fact.entity, day: address.day)
      occurrenceDeletedExternally(identity, by: fact)
    }
    let key = FieldKey(.calendarEventGone, of: fact.entity, detail: address.detail())
    guard shared.write(fact, to: key) else { return .superseded }
    let row = calendarRow(of: fact, address)
    calendar.mappings[row].ended = fact.version
    forgetEnded(row, fact, address)
    return .changed
  }

  /// CAL-2: facts from before the end of an event do not apply to the next one.
  private mutating func forgetEnded(_ row: Int, _ fact: Fact, _ address: CalendarAddress) {
    func isOld(_ key: FieldKey) -> Bool {
      (shared.registers[key]?.version ?? .never) < fact.version
    }
    let mapped = FieldKey(.calendarEventMapped, of: fact.entity, detail: address.detail())
    calendar.mappings[row].isGone = isOld(mapped)
    let seen = FieldKey(.calendarRevisionSeen, of: fact.entity, detail: address.detail())
    if isOld(seen) { calendar.mappings[row].seen = 0 }
    for field in CalendarField.allCases {
      if isOld(Self.fieldKey(.calendarFieldsExchanged, field, fact, address)) {
        calendar.mappings[row].exchanged[field] = .never
      }
      judgeOverruling(of: field, row, fact, address)
    }
  }

  mutating func applyConflict(_ fact: Fact, _ address: CalendarAddress) -> Effect {
    let key = RowKey(fact.identity.raw)
    guard calendar.conflicts.place(of: key) == nil, let part = CalendarConflictPart(address.part)
    else { return .superseded }
    calendar.conflicts.add(
      CalendarConflict(
        identity: CalendarIdentity(trainingClass: fact.entity, day: address.day),
        calendar: address.calendar, field: part.field, loser: part.loser,
        isByDeletion: part.isByDeletion, value: fact.payload.first), under: key)
    shared.accountOnce(fact)
    return .changed
  }
}

// Outside changes to the schedule use the same write as a tap, with the version of the fact that
// carries them, so that they compete with taps on equal terms.
extension ScopeState {
  /// CAL-1: applies an outside edit to a field of an occurrence; the field takes the version of
  /// `fact`.
  public mutating func occurrenceEditedExternally(
    _ identity: CalendarIdentity, _ field: CalendarField, to value: UInt64, by fact: Fact
  ) {
    guard let made = schedule.trainingClass(identity.trainingClass), field.isPossible(value) else {
      return
    }
    let instant = Instant(milliseconds: Int64(truncatingIfNeeded: value))
    switch field {
    case .title: write(.title, UInt64(UInt32(truncatingIfNeeded: value)), identity, fact)
    case .start:
      let zone = made.start.knownZone
      let minute = UInt16(zone.millisecondOfDay(at: instant) / 60_000)
      write(
        .start, MovedStart(day: zone.localDay(at: instant), minute: minute).packed, identity, fact)
    case .duration:
      let minutes = min(
        max(value / UInt64(Span.minute), TrainingClass.durationRange.lowerBound),
        TrainingClass.durationRange.upperBound)
      write(.duration, minutes, identity, fact)
    case .place:
      let place = ClassPlace(text: TextHandle(packed: value))
      write(.place, place.packed, identity, fact)
    case .details:
      write(.notes, UInt64(UInt32(truncatingIfNeeded: value)), identity, fact)
    case .drivers: return
    }
  }

  /// CAL-3: applies an outside deletion of an occurrence; deletion wins.
  public mutating func occurrenceDeletedExternally(_ identity: CalendarIdentity, by fact: Fact) {
    write(.cancelled, 1, identity, fact)
  }

  private mutating func write(
    _ field: OccurrenceField, _ value: UInt64, _ identity: CalendarIdentity, _ fact: Fact
  ) {
    var change = fact
    change.kind = .occurrenceFieldSet
    change.entity = identity.trainingClass
    change.payload = OccurrenceChange(field, on: identity.day, to: value).payload
    _ = schedule.changeOccurrence(change, &shared, nutrition)
  }
}

extension ScopeState {
  /// CAL-4: the link to a calendar, or nil when it was never connected.
  public func calendarConnection(_ calendar: UInt8) -> CalendarConnection? {
    self.calendar.connections.row(of: RowKey(UInt64(calendar)))
  }

  /// CAL-2: the agreed state of an occurrence and its event in a calendar.
  public func calendarMapping(
    of identity: CalendarIdentity, in calendar: UInt8
  ) -> CalendarMapping? {
    self.calendar.mappings.row(of: CalendarAddress(identity.day, in: calendar).key(of: identity))
  }
}
