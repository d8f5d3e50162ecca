import Base
import Chronology
import DomainCore
public import SyncCore

/// P22: restart equivalence. An app that crashed at any point restarts from its storage as the app
/// that it was: with the same replica, and with its pending operations in the same order and shown
/// in the same way.
///
/// It is created from a replica before the crash, and compared with the restarted one.
public struct RestartChecker {
  private let position: UInt32
  private let sequence: UInt32
  private let pending: [Operation]
  private let rejected: Int
  private let base: Digest128
  private let shown: Digest128

  public init<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) {
    position = replica.store.position
    sequence = replica.store.sequence
    var pending: [Operation] = []
    for index in 0..<replica.store.pendingCount { pending.append(replica.store.pending(index)) }
    self.pending = pending
    rejected = replica.rejectedCount
    base = replica.store.state.digest
    shown = replica.shown.pointee.digest
  }

  func check<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let after = RestartChecker(replica)
    shared.tally.count(.restartEquivalence)
    let what: String? =
      if after.position != position || after.base != base {
        "after a crash an app has another replica than before"
      } else if after.pending != pending || after.sequence != sequence {
        "after a crash an app has other pending operations than before"
      } else if after.rejected != rejected {
        "after a crash an app has other rejections than before"
      } else if after.shown != shown {
        "after a crash an app shows something else than before"
      } else {
        nil
      }
    guard let what else { return }
    shared.reportSite(.restartEquivalence, replica.site, replica.scope, now, what)
  }
}
