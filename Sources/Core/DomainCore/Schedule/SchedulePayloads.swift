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
  /// Nil in what a newer build has said.
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

/// Whether a child attended an occurrence: an explicit value, never a flip.
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

/// SCH-5: a duty, and whom its author believes to have it.
public struct DutyPayload: BitwiseCopyable, Hashable, Sendable {
  public var duty: Duty
  /// For an assignment: the driver it takes the duty from, `newcomer` when nobody had it.
  public var expected: MemberHandle
  /// For a request of coverage: whether it stands.
  public var isOn: Bool

  @inlinable public init(_ duty: Duty, expected: MemberHandle = .newcomer, isOn: Bool = false) {
    self.duty = duty
    self.expected = expected
    self.isOn = isOn
  }

  @inlinable public init(_ fact: Fact) { self.init(fact.entity, fact.payload) }

  @inlinable public init(_ trainingClass: Entity, _ payload: Payload) {
    duty = Duty(trainingClass, packed: payload.first)
    expected = MemberHandle(UInt16(truncatingIfNeeded: payload.second))
    isOn = payload.second >> 16 & 1 == 1
  }

  @inlinable public var payload: Payload {
    Payload(duty.packed, UInt64(expected.index) | (isOn ? 1 << 16 : 0))
  }
}

/// SCH-5: a step of a swap: offered by one driver, answered by the other.
public enum SwapStep: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case proposed = 0
  case withdrawn = 1
  case accepted = 2
  case declined = 3
}

/// SCH-5: which two duties change hands; every step names both, so that nobody accepts what was
/// not offered.
public struct SwapPayload: BitwiseCopyable, Hashable, Sendable {
  /// The duty of whoever proposed, and the one they want for it.
  public var given: Duty
  public var wanted: Duty
  public var step: SwapStep

  @inlinable public init(given: Duty, wanted: Duty, _ step: SwapStep) {
    self.given = given
    self.wanted = wanted
    self.step = step
  }

  @inlinable public init(_ fact: Fact) { self.init(fact.entity, fact.payload) }

  @inlinable public init(_ givenClass: Entity, _ payload: Payload) {
    given = Duty(givenClass, packed: payload.second)
    wanted = Duty(Entity(raw: payload.first), packed: payload.second >> 23)
    step = SwapStep(rawValue: UInt8(payload.second >> 46 & 3)) ?? .declined
  }

  @inlinable public var payload: Payload {
    Payload(
      wanted.occurrence.trainingClass.raw,
      given.packed | wanted.packed << 23 | UInt64(step.rawValue) << 46)
  }
}
