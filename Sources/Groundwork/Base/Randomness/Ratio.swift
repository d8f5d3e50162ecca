/// A probability of `numerator` in `denominator`.
public struct Ratio: BitwiseCopyable, Hashable, Sendable {
  public let numerator: UInt64
  public let denominator: UInt64

  @inlinable
  public init(numerator: UInt64, denominator: UInt64) {
    precondition(denominator > 0, "a ratio needs a denominator above zero")
    precondition(numerator <= denominator, "a ratio that is a probability is at most one")
    self.numerator = numerator
    self.denominator = denominator
  }
}
