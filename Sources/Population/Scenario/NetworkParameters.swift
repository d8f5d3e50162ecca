/// What happens to messages between devices and server.
public struct NetworkParameters: Sendable, Equatable {
  public var latencyMillisecondsMedian = 0.0
  public var latencySigma = 0.0
  public var lossShare = 0.0
  public var answerLossShare = 0.0
  public var damageShare = 0.0
  public var duplicateShare = 0.0
  public var reorderShare = 0.0
  public var reorderDelayMillisecondsMax = 0
  public var offlineSpellsPerDeviceWeek = 0.0
  public var qualitySigma = 0.0
  public var offlineSpellMinutesMedian = 0.0
  public var offlineSpellSigma = 0.0
  public var offlineDeviceShare = 0.0
  public var offlineLongSpellDaysMax = 0
  public var calendarFailureShare = 0.0
  public var calendarRequestsPerMinute = 0
  public var calendarTokensExpiredPerWeek = 0.0
  public var calendarSkewSecondsMax = 0
  public var catalogueFailureShare = 0.0
  public var healthLapsesPerWeek = 0.0
  public var failoversPerYear = 0.0
  public var failoverMinutesMax = 0
  public var outagesPerYear = 0.0
  public var outageMinutesMax = 0
  public var portalsPerDeviceWeek = 0.0
  public var portalMinutesMax = 0
  public var requestsPerMinute = 0

  init() {}
}
