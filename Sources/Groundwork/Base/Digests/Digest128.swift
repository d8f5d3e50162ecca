/// A 128-bit fingerprint, as two lanes.
///
/// It distinguishes honest values, fast; it is no defense against an attacker who searches for a
/// collision (`SHA256` is).
public struct Digest128: BitwiseCopyable, Hashable, Sendable, Codable {
  public var first: UInt64
  public var second: UInt64

  /// The digest of nothing, from which accumulation starts.
  @inlinable public static var zero: Digest128 { Digest128(first: 0, second: 0) }

  @inlinable
  public init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  @inlinable
  public static func == (left: Digest128, right: Digest128) -> Bool {
    (left.first ^ right.first) | (left.second ^ right.second) == 0
  }

  /// Adds a member to the digest of a collection whose order does not matter.
  @inlinable
  public mutating func add(_ other: Digest128) {
    first &+= other.first
    second &+= other.second
  }

  /// Removes a member again, exactly undoing `add`.
  @inlinable
  public mutating func remove(_ other: Digest128) {
    first &-= other.first
    second &-= other.second
  }

  /// Appends to the digest of a sequence whose order matters.
  @inlinable @inline(__always)
  public mutating func fold(_ other: Digest128) {
    self = .mix(first, second, other.first, other.second)
  }
}
