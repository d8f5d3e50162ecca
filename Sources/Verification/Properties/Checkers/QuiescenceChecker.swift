import Base
import Chronology
import SyncCore

// P6: quiescence. After healing, within the allowed exchanges, outboxes are empty and every copy
// is at the end of its feed: the scope's, or its own where somebody was not let in. Whoever has
// lost access has nothing to catch up with; P12 looks at what they still hold.
//
// The harness runs the exchanges; this looks at what they led to. That a copy at the end of the
// feed is the server's is P5's business.
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

  /// `end` is how far there is something to hear: in the scope's feed, or in a newcomer's own.
  func checkAtEnd<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, end: Int, at now: Instant, _ shared: inout MonitorState
  ) {
    guard Int(replica.store.position) != end else { return }
    shared.reportSite(
      .quiescence, replica.site, replica.scope, now, "a replica does not catch up after healing",
      expected: "\(end) rows", found: "\(replica.store.position) rows")
  }
}
