public import Base
public import Chronology
public import SyncCore

/// A site's oldest pending operation, and how many responses left it pending.
@usableFromInline struct OldestPending: BitwiseCopyable {
  @usableFromInline var sequence: UInt32 = 0
  @usableFromInline var pages: UInt32 = 0

  @usableFromInline init() {}
}

// P18: outbox liveness. Every operation reaches a final state in a bounded number of exchanges: one
// that the server cannot decide does not block the operations after it.
//
// Checked after each page, and when an expected response has nothing new: the oldest pending
// operation has its verdict after so many pages that brought the device to the end of the feed.
// Each of them answered a request, and all but the requests sent before it was saved contained it.
// Nothing is guaranteed to a newcomer without access.
@usableFromInline struct OutboxLivenessChecker: ~Copyable {
  @usableFromInline init() {}

  /// Per site, its oldest pending operation.
  @usableFromInline var waiting = FlatArray<OldestPending>()

  /// How many of those pages may be late ones.
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
