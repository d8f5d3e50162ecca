public import Chronology

/// A value for one field of a sport or a class.
public struct FieldChange: BitwiseCopyable, Hashable, Sendable {
  public var value: UInt64
  public var field: UInt64

  @inlinable public init(_ value: UInt64, field: UInt8) {
    self.value = value
    self.field = UInt64(field)
  }

  @inlinable public init(_ payload: Payload) {
    value = payload.first
    field = payload.second
  }

  @inlinable public var payload: Payload { Payload(value, field) }

  @inlinable public var sportField: SportField? { UInt8(exactly: field).flatMap(SportField.init) }
  @inlinable public var classField: ClassField? { UInt8(exactly: field).flatMap(ClassField.init) }
}

/// SCH-4: a value for one field of one occurrence.
public struct OccurrenceChange: BitwiseCopyable, Hashable, Sendable {
  public var value: UInt64
  public var day: LocalDay
  /// Nil for a field that only a later app version knows.
  public var field: OccurrenceField?

  @inlinable public init(_ field: OccurrenceField, on day: LocalDay, to value: UInt64) {
    self.value = value
    self.day = day
    self.field = field
  }

  @inlinable public init(_ payload: Payload) {
    value = payload.first
    day = LocalDay(packed: payload.second)
    field = UInt8(exactly: payload.second >> 32).flatMap(OccurrenceField.init)
  }

  @inlinable public var payload: Payload {
    Payload(value, UInt64(field?.rawValue ?? .max) << 32 | day.packed)
  }
}

/// Whether a child attended an occurrence: an explicit value, never a toggle.
public struct AttendancePayload: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var attended: Bool

  @inlinable public init(on day: LocalDay, attended: Bool) {
    self.day = day
    self.attended = attended
  }

  @inlinable public init(_ payload: Payload) {
    day = LocalDay(packed: payload.first)
    attended = payload.first >> 32 & 1 == 1
  }

  @inlinable public var payload: Payload {
    Payload(day.packed | (attended ? 1 << 32 : 0))
  }
}
