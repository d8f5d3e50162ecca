/// What a run cost on the machine it ran on: no two runs share it, so it stays out of reports.
public struct RunPerformance: Hashable, Sendable {
  /// What the machine is, as a person would say it.
  public var host: String
  public var threads: Int
  public var seconds: Double
  /// The most memory resident at once.
  public var peakMemoryBytes: Int64

  public init(host: String, threads: Int, seconds: Double, peakMemoryBytes: Int64) {
    self.host = host
    self.threads = threads
    self.seconds = seconds
    self.peakMemoryBytes = peakMemoryBytes
  }

  /// How many of something were done per second; missing when no time passed.
  func rate(_ count: Int64) -> Double? {
    seconds > 0 ? Double(count) / seconds : nil
  }
}
