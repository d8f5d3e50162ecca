/// NUT-8: a person's nutrition over several consecutive days.
public struct NutritionTrend: BitwiseCopyable, Hashable, Sendable {
  /// A metric's mean over days.
  public struct Mean: BitwiseCopyable, Hashable, Sendable {
    /// In tenths of the unit, of water in tenths of an ounce.
    public var intake: UInt32
    /// In the unit of a target, over the same days; zero when none of them has one.
    public var target: UInt32
  }

  /// Days on which anything was logged. All means are over these, because a day without a log was
  /// not a day without food.
  public var daysLogged = 0
  /// Days that met their target.
  public var daysMet = 0
  var intakes = SIMD8<UInt64>.zero
  var targets = SIMD8<UInt64>.zero
  var daysWithTarget = SIMD8<UInt64>.zero

  init() {}

  /// NUT-8: the mean a day of a metric, rounded half up; nil when nothing was logged.
  public func mean(of metric: NutritionMetric) -> Mean? {
    guard daysLogged > 0 else { return nil }
    let lane = Int(metric.rawValue)
    let days = daysWithTarget[lane]
    return Mean(
      intake: Self.rounded(intakes[lane], over: UInt64(daysLogged)),
      target: days == 0 ? 0 : Self.rounded(targets[lane], over: days))
  }

  private static func rounded(_ sum: UInt64, over days: UInt64) -> UInt32 {
    UInt32((sum * 2 + days) / (days * 2))
  }
}

/// NUT-8: how many consecutive nutrition days were met, counted as in HAB-4.
public struct NutritionStreak: BitwiseCopyable, Hashable, Sendable {
  /// From today if today is met, else from yesterday.
  public var current: Int
  public var longest: Int
}
