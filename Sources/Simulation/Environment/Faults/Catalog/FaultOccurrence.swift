/// A fault that really occurred in a run, or a step that was taken to cause one.
///
/// A fault kind that was drawn may have affected no operation; the occurrences show whether it did.
public enum FaultOccurrence: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  // Messages.
  case requestLost, responseLost, corruption, duplicate
  /// A response arrived when its device no longer waited for it, or waited for another one.
  case reordering
  /// A message took longer than its device waits.
  case latency
  case retry
  case rateLimited
  /// A request reached a server that is down.
  case outage
  // Devices.
  case shortOffline, longOffline, captivePortal, storageFull, backgroundSync
  case clockSkew, clockDrift, clockJump, wrongTimeZone, travel, serverClockSkew
  /// A device whose clock deviates by more than the server tolerates sent a request.
  case clockSkewBoundExceeded
  case reinstall, versionUpdate, crash, widget, restore, clone, sharedDeviceSignIn, failover
  // Disks.
  case powerCut, diskFailure, lyingSync, flippedBit, misdirectedWrite, secondProcess
  case serverPowerCut, serverDiskFailure
  // External services.
  case calendarFailure, calendarTokensExpired, calendarRateLimit, catalogFailure
  case healthStoreFailure, healthDataChange
  // People.
  case randomCommand, contention, lateJoin, simultaneousJoin, doubleTap, clockSetBack, undo, churn
  case deletion, rejoin, accountDeletion, minorJoin
}
