/// A ratio of two counts and how sure it is.
public struct Estimate: Hashable, Sendable {
  public let value: Double
  public let numerator: Int64
  public let denominator: Int64
  /// Missing when there is too little to say how sure, such as a single household.
  public let interval: Interval?

  public init(numerator: Int64, denominator: Int64, interval: Interval?) {
    precondition(denominator > 0, "a ratio needs a denominator above zero")
    value = Double(numerator) / Double(denominator)
    self.numerator = numerator
    self.denominator = denominator
    self.interval = interval
  }

  /// A share of people, with Wilson's interval; nothing when there are no people.
  static func share(_ numerator: Int64, of denominator: Int64) -> Estimate? {
    guard denominator > 0 else { return nil }
    return Estimate(
      numerator: numerator, denominator: denominator,
      interval: .wilson(successes: numerator, trials: denominator))
  }
}
