public import Metrics

/// A latency distribution: nearest-rank percentiles with a relative error of at most 1/64.
public struct LatencySummary: Hashable, Sendable {
  /// One point of the distribution.
  public struct Percentile: Hashable, Sendable {
    /// In thousandths of a percent: 99,900 is the 99.9th percentile.
    public var thousandths: Int
    public var milliseconds: Int64

    public init(thousandths: Int, milliseconds: Int64) {
      self.thousandths = thousandths
      self.milliseconds = milliseconds
    }
  }

  /// The percentiles every report shows.
  static let thousandthsShown = [50_000, 90_000, 99_000, 99_900]

  /// The measured interval, such as "Operation to server".
  public var title: String
  public var count: Int64
  public var percentiles: [Percentile]
  /// Nil if nothing was measured.
  public var millisecondsMax: Int64?

  public init(
    title: String, count: Int64, percentiles: [Percentile], millisecondsMax: Int64?
  ) {
    self.title = title
    self.count = count
    self.percentiles = percentiles
    self.millisecondsMax = millisecondsMax
  }

  public init(title: String, histogram: LatencyHistogram) {
    self.title = title
    count = histogram.count
    percentiles = Self.thousandthsShown.compactMap { thousandths in
      histogram.percentile(Double(thousandths) / 1_000).map {
        Percentile(thousandths: thousandths, milliseconds: $0)
      }
    }
    millisecondsMax = histogram.count > 0 ? histogram.millisecondsMax : nil
  }
}
