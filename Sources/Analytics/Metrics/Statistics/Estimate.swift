/// What was counted, what that comes to and how sure it is.
public struct Estimate: Hashable, Sendable {
  public let value: Double
  public let numerator: Int64
  public let denominator: Int64
  /// Missing when there is too little to say how sure, such as a single household.
  public let interval: Interval?
  /// How many households it rests on, where that is known.
  public let households: Int64?

  /// An estimate that is the ratio of its two counts.
  public init(
    numerator: Int64, denominator: Int64, interval: Interval?, households: Int64? = nil
  ) {
    self.init(
      value: Double(numerator) / Double(denominator), numerator: numerator,
      denominator: denominator, interval: interval, households: households)
  }

  /// An estimate that is made of its counts in another way.
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

  /// With fewer households than this nobody can say how sure a figure is: the spread between them
  /// is itself a guess.
  public static let householdsMin: Int64 = 10
}
