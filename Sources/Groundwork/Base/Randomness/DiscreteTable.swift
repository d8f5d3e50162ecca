/// A distribution over the indices 0 ..< count, ready to be drawn from in constant time.
///
/// The weights become cumulative thresholds in units of 2^-63, so that a draw compares integers,
/// and a guide table gives the threshold to start from (Chen and Asau, 1974). Unlike an alias table
/// it keeps the order: a higher draw is never a lower index, and a small change of the weights
/// changes few draws.
public struct DiscreteTable: Sendable {
  /// For each index how many of 2^63 equally likely draws choose it or one before it.
  public let thresholds: [UInt64]
  /// For each of 2^n equal parts of the draws, the first index that any of them chooses. With at
  /// least four parts an index, most draws end where they start.
  @usableFromInline let guide: [Int32]
  /// How far to shift 63 bits to the right for the part they are in.
  @usableFromInline let shift: UInt64

  /// The distribution in which an index is as likely as its share of the weights.
  public init(weights: [Double]) {
    precondition(
      weights.allSatisfy { $0 >= 0 && $0 < .infinity }, "weights are finite and not negative")
    var sum = 0.0
    let sums = weights.map { weight in
      sum += weight
      return sum
    }
    precondition(sum > 0 && sum < .infinity, "the weights need a finite sum above zero")
    self.init(thresholds: sums.map { Probability($0 / sum).threshold })
  }

  private init(thresholds: [UInt64]) {
    self.thresholds = thresholds
    var bits: UInt64 = 0
    while 1 << bits < 4 * thresholds.count { bits += 1 }
    let shift = 63 - bits
    var index = 0
    guide = (0..<UInt64(1) << bits).map { part in
      while thresholds[index] <= part << shift { index += 1 }
      return Int32(index)
    }
    self.shift = shift
  }

  @inlinable public var count: Int { thresholds.count }
}
