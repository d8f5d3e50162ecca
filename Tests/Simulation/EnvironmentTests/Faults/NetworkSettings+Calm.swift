import Base

@testable import Environment

extension NetworkSettings {
  /// A network without faults, with the changes of a test.
  static func calm(_ change: (inout NetworkSettings) -> Void = { _ in }) -> NetworkSettings {
    var settings = NetworkSettings(
      latencyMillisecondsMedian: 80, latencySigma: 0.6, loss: .never, duplicate: .never,
      reorder: .never, reorderDelayMillisecondsMax: 2_000, shortOfflinesPerDeviceWeek: 0,
      shortOfflineMinutesMedian: 40, shortOfflineSigma: 1, longOffline: .never,
      longOfflineDaysMax: 7)
    change(&settings)
    return settings
  }
}

/// Whether a count out of many fits a probability, within five standard deviations.
func isLikely(_ count: Int, of total: Int, probability: Double) -> Bool {
  let expected = Double(total) * probability
  let deviation = (expected * (1 - probability)).squareRoot()
  return abs(Double(count) - expected) <= 5 * deviation + 1e-9
}
