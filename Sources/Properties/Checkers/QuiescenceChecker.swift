import Base
import Chronology
import SyncCore

// P6: quiescence. After healing, within the allowed exchanges, outboxes are empty and every copy
// is at the end of its feed: the scope's, or its own where somebody was not let in. Whoever has
// lost access has nothing to catch up with; P12 looks at what they still hold.
//
// The harness runs the exchanges; this looks at what they led to. That a copy at the end of the
// feed is the server's is P5's business.
extension PropertyWatch {
  mutating func checkQuiet<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    tally.count(.quiescence)
    if replica.store.pendingCount > 0 {
      reportSite(
        .quiescence, replica.site, replica.scope, now, "an outbox does not empty after healing",
        sequence: replica.store.pending(0).sequence)
    }
    let isOutside = isOutside(replica) && replica.revocation == nil
    if !isOutside {
      guard let hasAccess = hasAccess(replica.site, on: server, at: now) else { return }
      if !hasAccess { return checkPurged(replica, at: now) }
    }
    let end =
      isOutside
      ? Int(standings[Int(replica.site)].turnedAway)
      : server.scopes[Int(replica.scope)].feed.count
    if Int(replica.store.position) != end {
      reportSite(
        .quiescence, replica.site, replica.scope, now, "a copy does not catch up after healing")
    }
  }
}
