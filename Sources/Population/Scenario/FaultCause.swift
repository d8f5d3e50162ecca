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
  public func sparing(_ scenario: Scenario) -> Scenario {
    var calm = scenario
    switch self {
    case .messages:
      calm.network.lossShare = 0
      calm.network.answerLossShare = 0
      calm.network.damageShare = 0
      calm.network.duplicateShare = 0
      calm.network.reorderShare = 0
    case .offline:
      calm.network.offlineSpellsPerDeviceWeek = 0
      calm.network.offlineDeviceShare = 0
      calm.network.portalsPerDeviceWeek = 0
    case .server:
      calm.network.failoversPerYear = 0
      calm.network.outagesPerYear = 0
      calm.network.requestsPerMinute = 0
    case .crashes:
      calm.installs.crashShare = 0
      calm.installs.fullStoresPerDeviceYear = 0
    case .installs:
      calm.installs.reinstallsPerDeviceYear = 0
      calm.installs.restoresPerDeviceYear = 0
      calm.installs.clonesPerDeviceYear = 0
      calm.installs.loansPerDeviceYear = 0
    case .clocks:
      calm.clocks.skewedShare = 0
      calm.clocks.driftingShare = 0
      calm.clocks.jumpsPerDeviceYear = 0
      calm.clocks.wrongZoneShare = 0
      calm.clocks.travelsPerPersonYear = 0
      calm.clocks.serverSkewSecondsMax = 0
    case .outside:
      calm.network.calendarFailureShare = 0
      calm.network.calendarTokensExpiredPerWeek = 0
      calm.network.calendarSkewSecondsMax = 0
      calm.network.catalogueFailureShare = 0
      calm.network.healthLapsesPerWeek = 0
    case .all:
      for cause in FaultCause.allCases where cause != .all { calm = cause.sparing(calm) }
    }
    return calm
  }
}
