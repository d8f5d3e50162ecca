/// The performance of a run on its machine, which differs between runs and stays out of reports.
public struct RunPerformance: Hashable, Sendable {
  /// A description of the machine.
  public var host: String
  public var threads: Int
  public var seconds: Double
  /// The peak of the resident memory.
  public var peakMemoryBytes: Int64

  public init(host: String, threads: Int, seconds: Double, peakMemoryBytes: Int64) {
    self.host = host
    self.threads = threads
    self.seconds = seconds
    self.peakMemoryBytes = peakMemoryBytes
  }

  /// A count per second; nil if no time passed.
  func rate(_ count: Int64) -> Double? {
    seconds > 0 ? Double(count) / seconds : nil
  }
}
