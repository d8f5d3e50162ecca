import Base
import Chronology
import SyncCore

// P6: quiescence. After healing, within the allowed exchanges, outboxes are empty and every replica
// is at the end of its feed: the scope's, or a newcomer's own feed. A person who has lost access
// has nothing to catch up with; P12 checks what their devices still hold.
//
// The harness runs the exchanges; this checks the result. P5 checks that a replica at the end of
// the feed equals the server's.
@usableFromInline struct QuiescenceChecker: ~Copyable {
  @usableFromInline init() {}

  func checkEmptied<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    shared.tally.count(.quiescence)
    guard replica.store.pendingCount > 0 else { return }
    shared.reportSite(
      .quiescence, replica.site, replica.scope, now, "an outbox does not empty after healing",
      sequence: replica.store.pending(0).sequence, expected: "no pending operations",
      found: "\(replica.store.pendingCount) pending")
  }

  /// `end` is the end of the feed: of the scope's, or of a newcomer's own.
  func checkAtEnd<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, end: Int, at now: Instant, _ shared: inout MonitorState
  ) {
    guard Int(replica.store.position) != end else { return }
    shared.reportSite(
      .quiescence, replica.site, replica.scope, now, "a replica does not catch up after healing",
      expected: "\(end) rows", found: "\(replica.store.position) rows")
  }
}
