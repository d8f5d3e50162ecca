/// A probability in units of 2^-63, so that a chance is decided by comparing integers.
///
/// Sixty-three bits rather than sixty-four let certainty be a threshold like any other.
public struct Probability: BitwiseCopyable, Hashable, Sendable, Comparable {
  /// How many of 2^63 equally likely draws say yes.
  public let threshold: UInt64

  @inlinable public static var never: Probability { Probability(threshold: 0) }
  @inlinable public static var always: Probability { Probability(threshold: 1 << 63) }

  @inlinable
  public init(threshold: UInt64) {
    precondition(threshold <= 1 << 63, "a probability is at most one")
    self.threshold = threshold
  }

  /// The probability `value`, exact from 2^-11 upward and rounded down below it.
  @inlinable
  public init(_ value: Double) {
    precondition(value >= 0 && value <= 1, "a probability lies between zero and one")
    // Signed conversion is one instruction, unsigned is six; only certainty needs the last bit.
    threshold = value < 1 ? UInt64(bitPattern: Int64(value * 0x1p63)) : 1 << 63
  }

  /// The probability that the opposite happens; exact.
  @inlinable
  public var complement: Probability { Probability(threshold: 1 << 63 &- threshold) }

  @inlinable
  public static func < (left: Probability, right: Probability) -> Bool {
    left.threshold < right.threshold
  }
}
