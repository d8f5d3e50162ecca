public import Base
public import Chronology
public import SyncCore

// P8: monotonic reads. (incarnation, epoch, position) of a copy never goes back: a position may
// only where the copy starts again with a later feed, and an epoch where the server has begun anew.
//
// Checked whenever a page or a snapshot is applied.
extension PropertyWatch {
  @inlinable mutating func checkMovedOn<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    let (epoch, position) = (replica.store.epoch, replica.store.position)
    let site = Int(replica.site)
    tally.count(.monotonicReads)
    let isSameServer = replica.store.head.incarnation == incarnationReached[site]
    let isSameFeed = epoch == epochReached[site]
    if replica.store.head.incarnation < incarnationReached[site]
      || (isSameServer && epoch < epochReached[site])
      || (isSameServer && isSameFeed && position < positionReached[site])
    {
      reportSite(.monotonicReads, replica.site, replica.scope, now, "a copy has gone back")
    }
    incarnationReached[site] = replica.store.head.incarnation
    epochReached[site] = epoch
    positionReached[site] = position
  }

  /// Whether a copy has started again with a server that has begun anew.
  @inlinable func hasBegunAnew<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    replica.store.head.incarnation > incarnationReached[Int(replica.site)]
  }
}
