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
      case .calendarConnectionSet, .calendarModeSet:
        state.calendar.applyConnection(fact, address, &state.shared)
      case .calendarEventMapped, .calendarRevisionSeen:
        state.calendar.applyEvent(fact, address, &state.shared)
      case .calendarFieldsExchanged: state.calendar.applyExchange(fact, address, &state.shared)
      case .calendarFieldsOverruled: state.calendar.applyOverruling(fact, address, &state.shared)
      case .calendarEditImported:
        state.calendar.applyImport(fact, address, &state.shared, &state.schedule, state.nutrition)
      case .calendarEventGone:
        state.calendar.applyGone(fact, address, &state.shared, &state.schedule, state.nutrition)
      case .calendarConflictRecorded: state.calendar.applyConflict(fact, address, &state.shared)
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

extension CalendarState {
  /// CAL-2: the event of an occurrence, and the last revision of it that was seen. O(1).
  mutating func applyEvent(_ fact: Fact, _ address: CalendarAddress, _ shared: inout SharedState)
    -> Effect
  {
    guard shared.write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: address.detail()))
    else {
      return .superseded
    }
    let row = calendarRow(of: fact, address)
    let isGone = fact.version < mappings[row].ended
    if fact.kind == .calendarEventMapped {
      mappings[row].event = fact.payload.first
      mappings[row].isGone = isGone
    } else if !isGone {
      mappings[row].seen = fact.payload.first
    }
    return isGone ? .superseded : .changed
  }

  /// The place of a fact's mapping, which is created if it is missing.
  private mutating func calendarRow(of fact: Fact, _ address: CalendarAddress) -> Int {
    let identity = CalendarIdentity(trainingClass: fact.entity, day: address.day)
    return mappings.place(
      of: address.key(of: identity),
      orAdd: CalendarMapping(identity: identity, calendar: address.calendar))
  }

  mutating func applyConnection(
    _ fact: Fact, _ address: CalendarAddress, _ shared: inout SharedState
  ) -> Effect {
    let number = Entity(raw: UInt64(address.calendar))
    guard shared.write(fact, to: FieldKey(fact.kind, of: number)) else { return .superseded }
    let row = connections.place(
      of: RowKey(number.raw), orAdd: CalendarConnection(calendar: address.calendar))
    if fact.kind == .calendarModeSet {
      let mode = CalendarMode(rawValue: UInt8(truncatingIfNeeded: fact.payload.first))
      connections[row].mode = mode ?? .manual
      return .changed
    }
    connections[row].isConnected = fact.payload.first == 1
    connections[row].owner = fact.author
    connections[row].connected = fact.tapped
    return .changed
  }

  mutating func applyExchange(_ fact: Fact, _ address: CalendarAddress, _ shared: inout SharedState)
    -> Effect
  {
    let version = Version(stamp: fact.payload.first, site: address.site)
    var effect = Effect.superseded
    for field in CalendarField.allCases where address.part & field.bit != 0 {
      if exchange(field, at: version, by: fact, address, &shared) { effect = .changed }
    }
    return effect
  }

  /// CAL-3: records the version of a field that both sides have.
  private mutating func exchange(
    _ field: CalendarField, at version: Version, by fact: Fact, _ address: CalendarAddress,
    _ shared: inout SharedState
  ) -> Bool {
    let key = Self.fieldKey(.calendarFieldsExchanged, field, fact, address)
    let value = Payload(version.stamp, UInt64(version.site))
    guard shared.write(fact, to: key, value: value) else { return false }
    let row = calendarRow(of: fact, address)
    guard mappings[row].ended < fact.version else { return false }
    mappings[row].exchanged[field] = version
    judgeOverruling(of: field, row, fact, address, shared)
    return true
  }

  /// CAL-3: a field stays overruled until a later fact records what both sides have.
  mutating func applyOverruling(
    _ fact: Fact, _ address: CalendarAddress, _ shared: inout SharedState
  ) -> Effect {
    var effect = Effect.superseded
    for field in CalendarField.allCases where address.part & field.bit != 0 {
      let key = Self.fieldKey(.calendarFieldsOverruled, field, fact, address)
      guard shared.write(fact, to: key, value: Payload(1)) else { continue }
      let row = calendarRow(of: fact, address)
      judgeOverruling(of: field, row, fact, address, shared)
      if mappings[row].overruled & field.bit != 0 { effect = .changed }
    }
    return effect
  }

  private mutating func judgeOverruling(
    of field: CalendarField, _ row: Int, _ fact: Fact, _ address: CalendarAddress,
    _ shared: borrowing SharedState
  ) {
    let exchange = shared.registers[Self.fieldKey(.calendarFieldsExchanged, field, fact, address)]
    let overruling = shared.registers[Self.fieldKey(.calendarFieldsOverruled, field, fact, address)]
    let before = max(exchange?.version ?? .never, mappings[row].ended)
    let isOverruled = before < overruling?.version ?? .never
    mappings[row].overruled &= ~field.bit
    if isOverruled { mappings[row].overruled |= field.bit }
  }

  private static func fieldKey(
    _ kind: FactKind, _ field: CalendarField, _ fact: Fact, _ address: CalendarAddress
  ) -> FieldKey {
    FieldKey(kind, of: fact.entity, detail: address.detail(part: field.rawValue))
  }

  /// CAL-1: one fact applies an outside edit to our field and records what both sides have, so the
  /// two cannot diverge.
  mutating func applyImport(
    _ fact: Fact, _ address: CalendarAddress, _ shared: inout SharedState,
    _ schedule: inout ScheduleState, _ nutrition: borrowing NutritionState
  ) -> Effect {
    guard let field = CalendarField(rawValue: address.part),
      exchange(field, at: fact.version, by: fact, address, &shared)
    else { return .superseded }
    let row = calendarRow(of: fact, address)
    let identity = mappings[row].identity
    if mappings[row].isGone { return .superseded }
    schedule.occurrenceEditedExternally(
      identity, field, to: fact.payload.first, by: fact, &shared, nutrition)
    return .changed
  }

  mutating func applyGone(
    _ fact: Fact, _ address: CalendarAddress, _ shared: inout SharedState,
    _ schedule: inout ScheduleState, _ nutrition: borrowing NutritionState
  ) -> Effect {
    if address.part == CalendarSide.theirs.rawValue {
      let identity = CalendarIdentity(trainingClass: fact.entity, day: address.day)
      schedule.occurrenceDeletedExternally(identity, by: fact, &shared, nutrition)
    }
    let key = FieldKey(.calendarEventGone, of: fact.entity, detail: address.detail())
    guard shared.write(fact, to: key) else { return .superseded }
    let row = calendarRow(of: fact, address)
    mappings[row].ended = fact.version
    forgetEnded(row, fact, address, shared)
    return .changed
  }

  /// CAL-2: facts from before the end of an event do not apply to the next one.
  private mutating func forgetEnded(
    _ row: Int, _ fact: Fact, _ address: CalendarAddress, _ shared: borrowing SharedState
  ) {
    func isOld(_ key: FieldKey) -> Bool {
      (shared.registers[key]?.version ?? .never) < fact.version
    }
    let mapped = FieldKey(.calendarEventMapped, of: fact.entity, detail: address.detail())
    mappings[row].isGone = isOld(mapped)
    let seen = FieldKey(.calendarRevisionSeen, of: fact.entity, detail: address.detail())
    if isOld(seen) { mappings[row].seen = 0 }
    for field in CalendarField.allCases {
      if isOld(Self.fieldKey(.calendarFieldsExchanged, field, fact, address)) {
        mappings[row].exchanged[field] = .never
      }
      judgeOverruling(of: field, row, fact, address, shared)
    }
  }

  mutating func applyConflict(_ fact: Fact, _ address: CalendarAddress, _ shared: inout SharedState)
    -> Effect
  {
    let key = RowKey(fact.identity.raw)
    guard conflicts.place(of: key) == nil, let part = CalendarConflictPart(address.part)
    else { return .superseded }
    conflicts.add(
      CalendarConflict(
        identity: CalendarIdentity(trainingClass: fact.entity, day: address.day),
        calendar: address.calendar, field: part.field, loser: part.loser,
        isByDeletion: part.isByDeletion, value: fact.payload.first), under: key)
    shared.accountOnce(fact)
    return .changed
  }
}
