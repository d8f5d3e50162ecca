import Base
public import Chronology

/// What opens an invitation: 64 random bits that only who was invited has been told.
///
/// Everybody in a family reads its log, so the log holds the seal alone, from which nobody finds
/// the code: an observer does not become a parent with an invitation that was meant for another.
public struct InvitationCode: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt64

  @inlinable public init(_ raw: UInt64) {
    self.raw = raw
  }

  /// The first eight bytes of the SHA-256 of the code, most significant first as the code is.
  public var seal: UInt64 {
    var digest = SHA256()
    withUnsafeBytes(of: raw.bigEndian) { digest.update($0) }
    return digest.finish().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// FAM-1: who joins with an invitation, or founds a family.
public struct MemberJoining: BitwiseCopyable, Hashable, Sendable {
  public var code: InvitationCode
  /// The number of the role, which may be one that this build does not know.
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

/// FAM-1, FAM-11: who is added by a parent, with what a child's profile needs from the start.
public struct MemberAddition: BitwiseCopyable, Hashable, Sendable {
  public var roleNumber: UInt8
  public var born: LocalDay
  /// One more than the sex's own number; zero when it was not said.
  public var sexNumber: UInt8
  public var name: TextHandle
  /// Zero when it was not said.
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
    // 20 and 12 bits hold what a body weighs and measures. What they do not hold becomes the most
    // that they do, which no body has and every rule refuses.
    let (grams, millimeters) = (min(weightGrams, 1 << 20 - 1), min(heightMillimeters, 1 << 12 - 1))
    return Payload(
      born.packed | UInt64(roleNumber) << 32
        | UInt64(sexNumber) << 40,
      UInt64(name.raw) | UInt64(grams) << 32 | UInt64(millimeters) << 52)
  }

  public var sex: Sex? { Sex(rawValue: sexNumber &- 1) }
}

/// FAM-11: a weight or height from a day on; zero takes the day's entry back.
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
