/// Causes of faults, which can be switched off one by one.
public enum FaultCause: String, CaseIterable, Sendable {
  /// Messages are lost, corrupted, duplicated, reordered.
  case messages
  /// Devices that are offline, or behind a captive portal.
  case offline
  /// A server that is down, fails over, or limits rates.
  case server
  /// Apps that crash, and storage that is full.
  case crashes
  /// Apps that are reinstalled, restored, cloned or shared.
  case installs
  /// Clocks and zones that are wrong.
  case clocks
  /// Calendars, catalogs and health stores that fail.
  case outside
  case all
}

extension FaultCause {
  /// The parameters of scenarios that are zero where there is no fault of this cause.
  public var parameters: [String] {
    FaultCatalog.kinds.filter { $0.cause == self || self == .all && $0.cause != nil }
      .flatMap(\.parameters).filter(\.isAmount).map(\.path)
  }
}
