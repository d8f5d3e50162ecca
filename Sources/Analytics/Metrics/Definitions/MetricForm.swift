/// What a figure makes of what was counted, and so what its value is a number of.
public enum MetricForm: Hashable, Sendable {
  /// A part of a whole, from 0 to 1.
  case share
  /// So much for each of something.
  case mean
  /// The same in another unit: so many times as much, for so many.
  case scaled(times: Int, over: Int)
  /// How many there were.
  case count
  /// How many there were, for each 30 days of the run.
  case monthly
  /// A mean for so many of something, less that of others.
  case difference(per: Int)
  /// A share as a multiple of that of others, less one: 0.25 is a quarter more, not 25 points.
  case uplift

  /// Whether values lie between 0 and 1.
  public var isShare: Bool { self == .share }

  /// Whether values read best in percent.
  public var isPercent: Bool { self == .share || self == .uplift }
}
