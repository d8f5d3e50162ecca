/// Faults of the network between devices and server, and of external services.
public struct NetworkParameters: Sendable, Equatable {
  public var latencyMillisecondsMedian = 0.0
  public var latencySigma = 0.0
  public var lossProbability = 0.0
  public var responseLossProbability = 0.0
  public var responseDamageProbability = 0.0
  public var duplicateProbability = 0.0
  public var reorderProbability = 0.0
  public var reorderDelayMillisecondsMax = 0
  public var shortOfflinesPerDeviceWeek = 0.0
  public var connectionQualitySigma = 0.0
  public var shortOfflineMinutesMedian = 0.0
  public var shortOfflineSigma = 0.0
  public var longOfflineDeviceFraction = 0.0
  public var longOfflineDaysMax = 0
  public var calendarFailureProbability = 0.0
  public var calendarRequestsPerMinuteMax = 0
  public var calendarTokensExpiredPerWeek = 0.0
  public var calendarSkewSecondsMax = 0
  public var catalogFailureProbability = 0.0
  public var healthStoreFailuresPerWeek = 0.0
  public var failoversPerYear = 0.0
  public var failoverMinutesMax = 0
  public var outagesPerYear = 0.0
  public var outageMinutesMax = 0
  public var captivePortalsPerDeviceWeek = 0.0
  public var captivePortalMinutesMax = 0
  public var requestsPerMinuteMax = 0

  init() {}
}
