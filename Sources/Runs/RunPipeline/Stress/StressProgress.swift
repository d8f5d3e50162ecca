import Base
import Stress

/// The progress of a stress run.
public struct StressProgress: Sendable {
  public var seeds: Int
  /// The number of seeds to run; nil if only time limits it.
  public var total: Int?
  public var failures: Int
  public var seconds: Double
  /// Whether these are reruns, to compare with the first runs.
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

  /// "120 of 1000 seeds, 2 failed, 5400 seeds per hour".
  public var text: String {
    let count = total.map { "\(grouped(seeds)) of \(Timeline.counted($0, "seed", "seeds"))" }
    let perHour = seconds > 0 ? Int(Double(seeds) / seconds * 3_600) : 0
    return (count ?? Timeline.counted(seeds, "seed", "seeds")) + (isSecond ? " rerun" : "")
      + ", \(grouped(failures)) \(isSecond ? "different" : "failed"), "
      + "\(grouped(perHour)) seeds per hour"
  }
}
