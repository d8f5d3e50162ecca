import Properties
import SyncCore

/// A transaction that a device is about to write.
final class SavingAttempt {
  let device: Int
  /// The replica's head before it.
  let head: ReplicaHead
  /// The replica before the transaction, if something may fail in it.
  let before: RestartChecker?
  /// Whether it replaces all rows.
  var isSnapshot = false

  init(device: Int, head: ReplicaHead, before: RestartChecker?) {
    self.device = device
    self.head = head
    self.before = before
  }
}

/// A request that the server is about to decide.
final class RespondingAttempt {
  /// The record of the site that asks.
  let record: SiteRecord?
  /// The server before it, if something may fail.
  let before: ServerRestartChecker?

  init(record: SiteRecord?, before: ServerRestartChecker?) {
    self.record = record
    self.before = before
  }
}
