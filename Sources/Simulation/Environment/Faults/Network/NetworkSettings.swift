public import Base

/// Faults of a network, as probabilities and amounts.
public struct NetworkSettings: Hashable, Sendable {
  public var latencyMillisecondsMedian: Double
  /// The spread of the log-normal latency.
  public var latencySigma: Double
  public var loss: Probability
  /// Additional loss of responses: the server received the request, and the device does not know.
  public var responseLoss = Probability.never
  /// Responses that arrive truncated, or replaced by other bytes.
  public var damage = Probability.never
  public var duplicate: Probability
  public var reorder: Probability
  public var reorderDelayMillisecondsMax: Int64
  public var shortOfflinesPerDeviceWeek: Double
  /// How much devices differ in how often they lose their network; a log-normal factor with mean 1.
  public var connectionQualitySigma = 0.0
  public var shortOfflineMinutesMedian: Double
  public var shortOfflineSigma: Double
  /// The fraction of devices that are offline for days once in the run.
  public var longOffline: Probability
  public var longOfflineDaysMax: Int

  public init(
    latencyMillisecondsMedian: Double, latencySigma: Double, loss: Probability,
    duplicate: Probability, reorder: Probability, reorderDelayMillisecondsMax: Int64,
    shortOfflinesPerDeviceWeek: Double, shortOfflineMinutesMedian: Double,
    shortOfflineSigma: Double, longOffline: Probability, longOfflineDaysMax: Int
  ) {
    self.latencyMillisecondsMedian = latencyMillisecondsMedian
    self.latencySigma = latencySigma
    self.loss = loss
    self.duplicate = duplicate
    self.reorder = reorder
    self.reorderDelayMillisecondsMax = reorderDelayMillisecondsMax
    self.shortOfflinesPerDeviceWeek = shortOfflinesPerDeviceWeek
    self.shortOfflineMinutesMedian = shortOfflineMinutesMedian
    self.shortOfflineSigma = shortOfflineSigma
    self.longOffline = longOffline
    self.longOfflineDaysMax = longOfflineDaysMax
  }
}
