/// An estimated metric: value, counts and interval.
public struct Estimate: Hashable, Sendable {
  public let value: Double
  public let numerator: Int64
  public let denominator: Int64
  /// Nil where no interval would be right; `gap` says why.
  public let interval: Interval?
  /// The number of households behind it, if known.
  public let households: Int64?
  /// Why there is no interval, if known.
  public let gap: IntervalGap?

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
    value: Double, numerator: Int64, denominator: Int64, interval: Interval?, households: Int64?,
    gap: IntervalGap? = nil
  ) {
    precondition(denominator > 0, "a ratio needs a denominator above zero")
    self.value = value
    self.numerator = numerator
    self.denominator = denominator
    self.interval = interval
    self.households = households
    self.gap = gap
  }

  /// With fewer households an interval is not reliable, since the spread between them is itself a
  /// guess.
  public static let householdsMin: Int64 = 10

  /// With fewer clusters of households there is no interval.
  public static let clustersMin: Int64 = 5

  /// With fewer events, but at least one, among many trials there is no interval.
  static let eventsMin = 5.0

  /// With fewer events among so many trials, events that are alone in their clusters are taken as
  /// independent.
  static let someTrials: Int64 = 100

  /// As many trials are many.
  static let manyTrials: Int64 = 1_000
}
