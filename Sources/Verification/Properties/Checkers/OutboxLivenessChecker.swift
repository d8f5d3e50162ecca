public import Base
public import Chronology
public import SyncCore

/// The operation that waits first on a site, and how often all was heard but of it.
@usableFromInline struct OldestPending: BitwiseCopyable {
  @usableFromInline var sequence: UInt32 = 0
  @usableFromInline var pages: UInt32 = 0

  @usableFromInline init() {}
}

// P18: outbox liveness. Every operation reaches a final state in a bounded number of exchanges: one
// that the server cannot do anything with does not hold up what is behind it.
//
// Checked after each page, and when the answer that a device waited for has nothing new: what
// waits first has its verdict after so many pages that brought the device to the end of the feed,
// for each of them answered a request, and all but those that were sent before it was saved had it
// along. Before whoever stands at the door nothing is promised.
@usableFromInline struct OutboxLivenessChecker: ~Copyable {
  @usableFromInline init() {}

  /// Per site, what waits first.
  @usableFromInline var waiting = FlatArray<OldestPending>()

  /// How many of such pages may be late ones.
  @usableFromInline static var latePagesMax: UInt32 { 24 }

  @inlinable mutating func checkProgress<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState
  ) {
    let site = Int(replica.site)
    waiting.extend(to: site + 1, repeating: OldestPending())
    guard replica.store.pendingCount > 0 else {
      waiting[site] = OldestPending()
      return
    }
    shared.tally.count(.outboxLiveness)
    let first = replica.store.pending(0).sequence
    if waiting[site].sequence != first {
      waiting[site] = OldestPending()
      waiting[site].sequence = first
    } else if Int(replica.store.position) == server.scopes[Int(replica.scope)].feed.count {
      waiting[site].pages += 1
      if waiting[site].pages == Self.latePagesMax {
        shared.reportSite(
          .outboxLiveness, replica.site, replica.scope, now,
          "an operation stays in the outbox exchange after exchange", sequence: first)
      }
    }
  }
}
