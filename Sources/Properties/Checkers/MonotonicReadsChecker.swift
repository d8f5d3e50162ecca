public import Base
public import Chronology
public import SyncCore

// P8: monotonic reads. A copy's position never goes back.
//
// Checked whenever a page is applied. There is one epoch only, so it is not looked at.
extension PropertyWatch {
  @inlinable mutating func checkMovedOn<Store: ReplicaStore & ~Copyable>(
    _ replica: borrowing Replica<Store>, at now: Instant
  ) {
    let (site, position) = (Int(replica.site), replica.store.position)
    tally.count(.monotonicReads)
    if position < positionReached[site] {
      reportSite(.monotonicReads, replica.site, replica.scope, now, "a copy has gone back")
    }
    positionReached[site] = position
  }
}
