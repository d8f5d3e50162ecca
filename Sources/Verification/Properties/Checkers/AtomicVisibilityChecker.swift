public import Base
public import Chronology
public import SyncCore

// P10: atomic visibility. A transaction's operations appear together.
//
// Checked whenever a page is applied: a replica never stops inside a transaction. The device that
// submits a transaction commits it at once, which is not checked.
@usableFromInline struct AtomicVisibilityChecker: ~Copyable {
  @usableFromInline init() {}

  @inlinable func checkWholeTransactions<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState
  ) {
    let (scope, position) = (Int(replica.scope), Int(replica.store.position))
    guard position > 0, position <= server.scopes[scope].feed.count else { return }
    shared.tally.count(.atomicVisibility)
    let last = server.scopes[scope].feed[position - 1].operation
    if last.followers > 0 {
      shared.report(
        .atomicVisibility, last, replica.scope, now, "a replica's position is inside a transaction")
    }
  }
}
