/// A 95 % interval.
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
