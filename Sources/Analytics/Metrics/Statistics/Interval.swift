/// A 95 % confidence interval: of the intervals of many runs that differ only in their seed, 95 in
/// 100 contain the value that all these runs have on average. Of a single one it says no more.
public struct Interval: Hashable, Sendable {
  public let lower: Double
  public let upper: Double

  public init(lower: Double, upper: Double) {
    precondition(lower <= upper, "the lower bound of an interval is not above its upper bound")
    self.lower = lower
    self.upper = upper
  }

  /// The 97.5 % quantile of the normal distribution, for 95 % intervals.
  static let normalQuantile = 1.959963984540054
}
