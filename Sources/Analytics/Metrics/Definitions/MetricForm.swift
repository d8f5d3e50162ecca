/// How a metric computes its value from its counts.
public enum MetricForm: Hashable, Sendable {
  /// A part of a whole, from 0 to 1.
  case share
  /// Numerator over denominator, as an average.
  case mean
  /// The same in another unit: multiplied by `times`, divided by `over`.
  case scaled(times: Int, over: Int)
  /// The numerator itself.
  case count
  /// The numerator per 30 days of the run.
  case monthly
  /// A mean per `per` of the denominator, minus that of the base of comparison.
  case difference(per: Int)
  /// A share relative to that of the base of comparison, minus one: 0.25 is a quarter more, not
  /// 25 percentage points.
  case uplift

  /// Whether values lie between 0 and 1.
  public var isShare: Bool { self == .share }

  /// Whether it compares two kinds of people.
  var isComparison: Bool {
    switch self {
    case .difference, .uplift: true
    case .share, .mean, .scaled, .count, .monthly: false
    }
  }

  /// Whether values are printed in percent.
  public var isPercent: Bool { self == .share || self == .uplift }
}
