extension FaultOccurrence {
  /// Its phrase in a timeline, without the details that follow; nil for one that a timeline shows
  /// as an ordinary step.
  public var words: String? {
    switch self {
    case .requestLost, .responseLost: "it is lost"
    case .corruption: "it is corrupted"
    case .duplicate: "a second copy takes"
    case .latency: "it takes"
    case .retry: "times out waiting for"
    case .rateLimited: "rate-limits"
    case .outage: "the server is unreachable"
    case .shortOffline, .longOffline: "there is no network"
    case .captivePortal: "a captive portal answers every request"
    case .storageFull: "storage is full"
    case .backgroundSync: "the app refreshes in the background"
    case .clockSkew, .clockDrift, .clockJump, .serverClockSkew, .clockSetBack: "the clock is set"
    case .wrongTimeZone, .travel: "the device shows the time of"
    case .reinstall: "the app is deleted and reinstalled, empty"
    case .versionUpdate: "the device gets the app's version"
    case .crash: "the app crashes and restarts from its storage"
    case .widget: "a widget opens the saved state and syncs on its own"
    case .restore, .clone: "the app is restored from the backup of"
    case .sharedDeviceSignIn: "signs in"
    case .failover: "the server fails over to a replica that is"
    case .powerCut: "the power is cut"
    case .diskFailure: "a call of the disk fails"
    case .lyingSync: "the disk lies about its syncs"
    case .flippedBit: "a bit on the disk changes"
    case .misdirectedWrite: "a write lands in another place of the disk"
    case .secondProcess: "a widget opens the app's database beside the app"
    case .serverPowerCut: "the server's power is cut"
    case .serverDiskFailure: "a call of the server's disk fails"
    case .calendarTokensExpired: "the external calendar expires its sync tokens"
    case .calendarRateLimit: "it accepts no requests for"
    case .calendarFailure: "it is down"
    case .catalogFailure: "the food catalog does not respond"
    case .healthStoreFailure: "a fault of the health store"
    case .churn: "a person leaves the app for good"
    case .accountDeletion: "a person deletes their account"
    case .reordering, .clockSkewBoundExceeded, .healthDataChange, .randomCommand, .contention,
      .lateJoin, .simultaneousJoin, .doubleTap, .undo, .deletion, .rejoin, .minorJoin:
      nil
    }
  }
}
