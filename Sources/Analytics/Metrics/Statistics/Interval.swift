/// A range that a quantity is believed to lie in, at 95 % confidence.
public struct Interval: Hashable, Sendable {
  public let lower: Double
  public let upper: Double

  public init(lower: Double, upper: Double) {
    precondition(lower <= upper, "an interval runs from its lower end to its upper")
    self.lower = lower
    self.upper = upper
  }

  /// The 97.5 % point of the normal distribution, which makes an interval a 95 % one.
  static let normalQuantile = 1.959963984540054
}
