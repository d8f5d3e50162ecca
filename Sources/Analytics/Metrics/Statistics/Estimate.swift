/// An estimated metric: value, counts and interval.
public struct Estimate: Hashable, Sendable {
  public let value: Double
  public let numerator: Int64
  public let denominator: Int64
  /// Nil if there is too little data, such as a single household.
  public let interval: Interval?
  /// The number of households behind it, if known.
  public let households: Int64?

  /// An estimate that is the ratio of its two counts.
  public init(
    numerator: Int64, denominator: Int64, interval: Interval?, households: Int64? = nil
  ) {
    self.init(
      value: Double(numerator) / Double(denominator), numerator: numerator,
      denominator: denominator, interval: interval, households: households)
  }

  /// An estimate that is computed from its counts in another way.
  public init(
    value: Double, numerator: Int64, denominator: Int64, interval: Interval?, households: Int64?
  ) {
    precondition(denominator > 0, "a ratio needs a denominator above zero")
    self.value = value
    self.numerator = numerator
    self.denominator = denominator
    self.interval = interval
    self.households = households
  }

  /// With fewer households an interval is not reliable, since the spread between them is itself a
  /// guess.
  public static let householdsMin: Int64 = 10
}
