/// What may be in the way of people and their data, as causes that can be switched off one by one.
public enum FaultCause: String, CaseIterable, Sendable {
  /// Messages are lost, cut, doubled, overtaken.
  case messages
  /// Devices without a connection, or with one that answers itself.
  case offline
  /// A server that is down, begins anew, or hears no more.
  case server
  /// Apps that end by themselves, and stores that are full.
  case crashes
  /// Apps that are installed anew, set back, cloned or lent.
  case installs
  /// Clocks and zones that are wrong.
  case clocks
  /// Calendars, catalogues and health stores that fail.
  case outside
  case all
}

extension FaultCause {
  /// The same world without this cause of trouble; people, seed and everything else stay.
  public func removingFaults(_ scenario: Scenario) -> Scenario {
    var calm = scenario
    switch self {
    case .messages:
      calm.network.lossProbability = 0
      calm.network.responseLossProbability = 0
      calm.network.responseDamageProbability = 0
      calm.network.duplicateProbability = 0
      calm.network.reorderProbability = 0
    case .offline:
      calm.network.shortOfflinesPerDeviceWeek = 0
      calm.network.longOfflineDeviceFraction = 0
      calm.network.captivePortalsPerDeviceWeek = 0
    case .server:
      calm.network.failoversPerYear = 0
      calm.network.outagesPerYear = 0
      calm.network.requestsPerMinuteMax = 0
    case .crashes:
      calm.installs.crashProbability = 0
      calm.installs.storageFullPerDeviceYear = 0
    case .installs:
      calm.installs.reinstallsPerDeviceYear = 0
      calm.installs.restoresPerDeviceYear = 0
      calm.installs.clonesPerDeviceYear = 0
      calm.installs.sharedSignInsPerDeviceYear = 0
    case .clocks:
      calm.clocks.skewedFraction = 0
      calm.clocks.driftingFraction = 0
      calm.clocks.jumpsPerDeviceYear = 0
      calm.clocks.wrongZoneFraction = 0
      calm.clocks.travelsPerPersonYear = 0
      calm.clocks.serverSkewSecondsMax = 0
    case .outside:
      calm.network.calendarFailureProbability = 0
      calm.network.calendarTokensExpiredPerWeek = 0
      calm.network.calendarSkewSecondsMax = 0
      calm.network.catalogFailureProbability = 0
      calm.network.healthStoreFailuresPerWeek = 0
    case .all:
      for cause in FaultCause.allCases where cause != .all { calm = cause.removingFaults(calm) }
    }
    return calm
  }
}
