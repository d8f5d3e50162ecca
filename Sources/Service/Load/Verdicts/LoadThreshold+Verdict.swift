import Reporting
import Scenarios

extension LoadThreshold {
  /// What it says to measurements. A duration of which nothing was measured misses its threshold:
  /// otherwise a load that does not have what it is judged by would always pass.
  func verdict(
    _ histograms: [(name: LoadSeries, histogram: LatencyHistogram)], errors: Int64,
    intended: Int64, rate: Double
  ) -> LoadReport.Verdict {
    var measured: (value: Double, text: String)?
    switch subject {
    case .series(let series, let statistic):
      let histogram = histograms.first { $0.name == series }?.histogram
      if let histogram, let value = Self.value(statistic, of: histogram) {
        measured = (value, LoadText.duration(Int64(value.rounded())))
      }
    case .errors: measured = (Double(errors), NumberText.grouped(errors))
    case .errorShare:
      let share = intended > 0 ? Double(errors) / Double(intended) : 0
      measured = (share, NumberText.fixed(share * 100, digits: 3) + " %")
    case .rate: measured = (rate, NumberText.fixed(rate, digits: 1) + "/s")
    }
    let isMissed = measured.map { isAbove ? $0.value > limit : $0.value < limit } ?? true
    return LoadReport.Verdict(expression: text, measured: measured?.text, isMissed: isMissed)
  }

  private static func value(_ statistic: Statistic, of histogram: LatencyHistogram) -> Double? {
    guard histogram.count > 0 else { return nil }
    return switch statistic {
    case .percentile(let thousandths):
      histogram.percentile(Double(thousandths) / 100_000).map(Double.init)
    case .longest: Double(histogram.longest)
    case .mean: histogram.mean
    }
  }
}
