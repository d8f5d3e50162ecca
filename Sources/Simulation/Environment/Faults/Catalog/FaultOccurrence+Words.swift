extension FaultOccurrence {
  /// How the timeline of a run calls it, up to where the particulars follow; nil for what stands
  /// there as any other step does, because it is one.
  public var words: String? {
    switch self {
    case .requestLost, .responseLost: "it is lost on the way"
    case .corruption: "it is corrupted"
    case .duplicate: "a second copy takes"
    case .latency: "it takes"
    case .retry: "gives up on"
    case .rateLimited: "has heard too many requests"
    case .outage: "the server cannot be reached"
    case .shortOffline, .longOffline: "there is no network"
    case .captivePortal: "the network answers every request itself"
    case .storageFull: "there is no room to save anything"
    case .backgroundSync: "the device wakes by itself"
    case .clockSkew, .clockDrift, .clockJump, .serverClockSkew, .clockSetBack: "the clock is set"
    case .wrongTimeZone, .travel: "the device shows the time of"
    case .reinstall: "the app is taken away and installed again, empty"
    case .versionUpdate: "the device gets the app's version"
    case .crash: "the app is ended, and begins again from what it had saved"
    case .widget: "a widget takes up what the app has saved, and exchanges on its own"
    case .restore, .clone: "the app is installed with the backup of"
    case .sharedDeviceSignIn: "signs in"
    case .failover: "the server begins anew from a copy that lacks"
    case .calendarTokensExpired: "what the other calendar had told so far is valid no more"
    case .calendarRateLimit: "it takes nothing for"
    case .calendarFailure: "it is down"
    case .catalogFailure: "the catalogue of food does not answer"
    case .healthStoreFailure: "the health store falls silent"
    case .churn: "somebody leaves the app for good"
    case .accountDeletion: "somebody deletes their account"
    case .reordering, .clockSkewBoundExceeded, .healthDataChange, .randomCommand, .contention,
      .lateJoin, .simultaneousJoin, .doubleTap, .undo, .deletion, .rejoin, .minorJoin:
      nil
    }
  }
}
