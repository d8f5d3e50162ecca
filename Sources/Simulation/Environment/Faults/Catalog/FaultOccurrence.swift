/// Something that has really gone wrong in a run, or was done so that something might.
///
/// A kind of fault that was drawn may have met nobody; these tell whether it has.
public enum FaultOccurrence: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  // Messages.
  case requestLost, responseLost, corruption, duplicate
  /// A response came when its device waited for it no more, or for another one.
  case reordering
  /// A message took longer than its device waits.
  case latency
  case retry
  case rateLimited
  /// A server that is down was asked.
  case outage
  // Devices.
  case shortOffline, longOffline, captivePortal, storageFull, backgroundSync
  case clockSkew, clockDrift, clockJump, wrongTimeZone, travel, serverClockSkew
  /// A device whose clock is further off than the server tolerates sent a request.
  case clockSkewBoundExceeded
  case reinstall, versionUpdate, crash, widget, restore, clone, sharedDeviceSignIn, failover
  // External services.
  case calendarFailure, calendarTokensExpired, calendarRateLimit, catalogFailure
  case healthStoreFailure, healthDataChange
  // People.
  case randomCommand, contention, lateJoin, simultaneousJoin, doubleTap, clockSetBack, undo, churn
  case deletion, rejoin, accountDeletion, minorJoin
}
