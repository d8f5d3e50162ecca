public import Base
public import Chronology
public import SyncCore

// P8: monotonic reads. A copy's position never goes back, unless it starts again with a later feed.
//
// Checked whenever a page or a snapshot is applied.
extension PropertyWatch {
  @inlinable mutating func checkMovedOn<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    let (epoch, position) = (replica.store.epoch, replica.store.position)
    let site = Int(replica.site)
    tally.count(.monotonicReads)
    let isSameFeed = epoch == epochReached[site]
    if epoch < epochReached[site] || (isSameFeed && position < positionReached[site]) {
      reportSite(.monotonicReads, replica.site, replica.scope, now, "a copy has gone back")
    }
    epochReached[site] = epoch
    positionReached[site] = position
  }
}
