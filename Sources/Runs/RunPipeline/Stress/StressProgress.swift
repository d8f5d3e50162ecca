import Stress

/// How far a stress run has come.
public struct StressProgress: Sendable {
  public var seeds: Int
  /// How many there are to live, unless time decides.
  public var total: Int?
  public var failures: Int
  public var seconds: Double
  /// Whether seeds are lived for the second time, to compare them with the first.
  public var isSecond = false

  public init(
    seeds: Int, total: Int?, failures: Int, seconds: Double, isSecond: Bool = false
  ) {
    self.seeds = seeds
    self.total = total
    self.failures = failures
    self.seconds = seconds
    self.isSecond = isSecond
  }

  /// "120 of 1000 seeds, 2 failed, 5400 seeds an hour".
  public var text: String {
    let count = total.map { "\(seeds) of \(Timeline.counted($0, "seed", "seeds"))" }
    let perHour = seconds > 0 ? Int(Double(seeds) / seconds * 3_600) : 0
    return (count ?? Timeline.counted(seeds, "seed", "seeds")) + (isSecond ? " lived twice" : "")
      + ", \(failures) \(isSecond ? "not alike" : "failed"), \(perHour) seeds an hour"
  }
}
