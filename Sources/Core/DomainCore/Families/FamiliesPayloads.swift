import Base
public import Chronology

/// The code that opens an invitation: 64 random bits known only to the invited person.
///
/// All members of a family read its log, so the log holds only the seal, which does not reveal the
/// code: an observer cannot become a parent with an invitation for another person.
public struct InvitationCode: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt64

  @inlinable public init(_ raw: UInt64) {
    self.raw = raw
  }

  /// The first eight bytes of the SHA-256 of the code; both are encoded most significant byte
  /// first.
  public var seal: UInt64 {
    var digest = SHA256()
    withUnsafeBytes(of: raw.bigEndian) { digest.update($0) }
    return digest.finish().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// FAM-1: the payload with which a person joins a family by invitation, or creates one.
public struct MemberJoining: BitwiseCopyable, Hashable, Sendable {
  public var code: InvitationCode
  /// The number of the role, which this build may not know.
  public var roleNumber: UInt8
  public var born: LocalDay

  public init(code: InvitationCode, role: Role, born: LocalDay) {
    self.code = code
    roleNumber = role.rawValue
    self.born = born
  }

  public init(_ payload: Payload) {
    code = InvitationCode(payload.first)
    born = LocalDay(packed: payload.second)
    roleNumber = UInt8(truncatingIfNeeded: payload.second >> 32)
  }

  public var payload: Payload {
    Payload(code.raw, born.packed | UInt64(roleNumber) << 32)
  }
}

/// FAM-1, FAM-11: the payload of adding a member, with the initial profile of a child.
public struct MemberAddition: BitwiseCopyable, Hashable, Sendable {
  public var roleNumber: UInt8
  public var born: LocalDay
  /// The sex's own number plus one; zero when it was not given.
  public var sexNumber: UInt8
  public var name: TextHandle
  /// Zero when it was not given.
  public var weightGrams: UInt32
  public var heightMillimeters: UInt32

  public init(
    role: Role, born: LocalDay, name: TextHandle = .empty, sex: Sex? = nil,
    weightGrams: UInt32 = 0, heightMillimeters: UInt32 = 0
  ) {
    roleNumber = role.rawValue
    self.born = born
    self.name = name
    sexNumber = sex.map { $0.rawValue + 1 } ?? 0
    self.weightGrams = weightGrams
    self.heightMillimeters = heightMillimeters
  }

  public init(_ payload: Payload) {
    born = LocalDay(packed: payload.first)
    roleNumber = UInt8(truncatingIfNeeded: payload.first >> 32)
    sexNumber = UInt8(truncatingIfNeeded: payload.first >> 40)
    name = TextHandle(packed: payload.second)
    weightGrams = UInt32(payload.second >> 32 & 0xF_FFFF)
    heightMillimeters = UInt32(payload.second >> 52)
  }

  public var payload: Payload {
    // 20 and 12 bits hold any possible weight and height. Larger values are clamped to the maximum,
    // which no body has and every rule refuses.
    let (grams, millimeters) = (min(weightGrams, 1 << 20 - 1), min(heightMillimeters, 1 << 12 - 1))
    return Payload(
      born.packed | UInt64(roleNumber) << 32
        | UInt64(sexNumber) << 40,
      UInt64(name.raw) | UInt64(grams) << 32 | UInt64(millimeters) << 52)
  }

  public var sex: Sex? { Sex(rawValue: sexNumber &- 1) }
}

/// FAM-11: a weight or height from a day on; zero removes the day's entry.
public struct Measurement: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  /// Grams or millimeters.
  public var value: UInt32

  @inlinable public init(day: LocalDay, value: UInt32) {
    self.day = day
    self.value = value
  }

  @inlinable public init(_ payload: Payload) {
    day = LocalDay(packed: payload.first)
    value = UInt32(truncatingIfNeeded: payload.first >> 32)
  }

  @inlinable public var payload: Payload {
    Payload(day.packed | UInt64(value) << 32)
  }
}
