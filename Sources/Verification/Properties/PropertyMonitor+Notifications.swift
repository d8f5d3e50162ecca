import Base
public import Chronology
public import DomainCore
public import SyncCore

// New rows, of which devices are notified (P23), and notifications to people (P24).
extension PropertyMonitor {
  /// A message that takes longer than this counts as delayed.
  public static var delayPrompt: Int64 { 500 }

  /// A device that is online is notified of the feed's end, and begins to fetch it.
  @inlinable public mutating func feedHasGrown<Storage: ReplicaStorage & ~Copyable>(
    to replica: borrowing Replica<Storage>, through end: Int, on server: borrowing Server,
    pageRowsMax: Int, pushOperationsMax: Int, at now: Instant
  ) {
    staleness.feedHasGrown(
      to: replica, through: end, pageRowsMax: pageRowsMax, pushOperationsMax: pushOperationsMax,
      at: now, shared)
  }

  /// Something outside the engine delays a device's messages until then.
  public mutating func feedUpdateIsDelayed(from site: UInt32, until end: Instant) {
    staleness.feedUpdateIsDelayed(from: site, until: end)
  }

  /// A notification goes out.
  public mutating func notified(
    _ delivery: NotificationDelivery, scope: UInt32, in zone: Zone, on server: borrowing Server,
    at now: Instant
  ) {
    guard shared.checksSteps(of: scope) else { return }
    notifications.checkNotification(delivery, scope: scope, in: zone, on: server, at: now, &shared)
  }

  /// A notification is pushed to the phones with these numbers; `own` are all phones on which its
  /// recipient is signed in.
  public mutating func pushed(
    to phones: [UInt64], of scope: UInt32, signedInOn own: [UInt64], at now: Instant
  ) {
    guard shared.checksSteps(of: scope) else { return }
    notifications.checkPhones(phones, own, scope, now, &shared)
  }

  /// The server has sent all notifications of a family that are due now, by its own clock.
  public mutating func notificationsAreSent(
    scope: UInt32, in zone: Zone, on server: borrowing Server, at now: Instant
  ) {
    guard shared.checksSteps(of: scope) else { return }
    notifications.checkReminders(scope, zone, server.scopes[Int(scope)].state, now, &shared)
    notifications.checkPutOff(scope, zone, server.scopes[Int(scope)].state, now, &shared)
  }
}
