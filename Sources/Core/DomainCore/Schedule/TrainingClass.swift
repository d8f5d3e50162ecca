public import Chronology

/// SCH-2, SCH-3: when a class starts: its first day and the wall time in its zone.
///
/// One field, because a time without its zone means nothing.
public struct ClassStart: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var minute: UInt16
  public var zone: UInt16

  @inlinable public init(day: LocalDay, minute: UInt16, zone: Zone) {
    self.day = day
    self.minute = minute
    self.zone = zone.id
  }

  @inlinable public init(packed: UInt64) {
    day = LocalDay(packed: packed & (1 << 22 - 1))
    minute = UInt16(truncatingIfNeeded: packed >> 22 & (1 << 11 - 1))
    zone = UInt16(truncatingIfNeeded: packed >> 33 & (1 << 12 - 1))
  }

  /// Days are counted from 1970 in 22 bits, minutes in 11 and zones in 12. A value that does not
  /// fit becomes the last one that does, which no season, no day and no table of zones has.
  @inlinable public var packed: UInt64 {
    UInt64(min(zone, 1 << 12 - 1)) << 33 | UInt64(min(minute, 1 << 11 - 1)) << 22 | day.bits22
  }

  public var isWellFormed: Bool { minute < 1_440 && zone < Self.zoneCount }

  /// The zone, or UTC when this build does not know it.
  var knownZone: Zone { zone < Self.zoneCount ? Zone(id: zone) : .utc }

  /// How many zones the table of this build has.
  static let zoneCount = UInt16(Zone.all.count)
}

extension LocalDay {
  /// The day in 22 bits, counted from 1970; the last number, a day of the year 13453, stands for
  /// all days that do not fit.
  @inlinable var bits22: UInt64 {
    UInt64(exactly: number).map { min($0, 1 << 22 - 1) } ?? 1 << 22 - 1
  }
}

/// SCH-2: the initial fields of a class; the child it is made for is the fact's subject.
public struct ClassCreation: BitwiseCopyable, Hashable, Sendable {
  public var sport: Entity
  public var type: ClassType
  public var start: ClassStart
  public var durationMinutes: UInt16

  @inlinable public init(
    sport: Entity, type: ClassType, start: ClassStart, durationMinutes: UInt16
  ) {
    self.sport = sport
    self.type = type
    self.start = start
    self.durationMinutes = durationMinutes
  }

  @inlinable public init(_ payload: Payload) {
    sport = Entity(raw: payload.first)
    start = ClassStart(packed: payload.second)
    type = ClassType(rawValue: UInt8(payload.second >> 45 & 3)) ?? .practice
    durationMinutes = UInt16(payload.second >> 47 & (1 << 14 - 1))
  }

  @inlinable public var payload: Payload {
    // More than 14 bits is more than the longest class.
    let minutes = UInt64(min(durationMinutes, 1 << 14 - 1))
    return Payload(sport.raw, minutes << 47 | UInt64(type.rawValue) << 45 | start.packed)
  }
}

/// SCH-2: the fields of a class that change separately; the numbers are part of the log's format.
public enum ClassField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case type = 0
  case start = 1
  case duration = 2
  case place = 3
  case notes = 4
  case equipment = 5
}

/// SCH-2: a class of a sport: one time or a series.
public struct TrainingClass: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var sport: Entity
  public var start: ClassStart
  /// The version of its fields until they are changed.
  public var created: Version
  public var place = ClassPlace()
  public var recurrence = PackedRecurrence.once
  public var participants = MemberSet()
  public var notes = TextHandle.empty
  public var equipment = TextHandle.empty
  public var durationMinutes: UInt16
  public var type: ClassType
  /// Whether the class itself was deleted; its sport may be deleted instead.
  public var isDeleted = false

  /// Decided: at least a minute, and at most the week of a long tournament.
  public static var durationRange: ClosedRange<UInt64> { 1...10_080 }

  init(created fact: Fact) {
    let creation = ClassCreation(fact.payload)
    entity = fact.identity
    created = fact.version
    sport = creation.sport
    start = creation.start
    durationMinutes = creation.durationMinutes
    type = creation.type
    participants.set(fact.subject, true)
  }

  mutating func take(_ field: ClassField, _ value: UInt64) {
    switch field {
    case .type: type = ClassType(rawValue: UInt8(truncatingIfNeeded: value)) ?? type
    case .start: start = ClassStart(packed: value)
    case .duration: durationMinutes = UInt16(truncatingIfNeeded: value)
    case .place: place = ClassPlace(packed: value)
    case .notes: notes = TextHandle(packed: value)
    case .equipment: equipment = TextHandle(packed: value)
    }
  }
}
