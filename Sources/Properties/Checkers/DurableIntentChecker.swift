import Base
public import Chronology
public import SyncCore

// P1: durable intent. Once the person saw "saved", the operation waits in the outbox until an
// applied row has confirmed it, and in the end it is in the log.
//
// Checked after every page by the outbox's two ends, and at quiescence for all that was committed.
// Crashes of a device are not played here.
extension PropertyWatch {
  /// The outbox holds exactly what the applied rows have not confirmed: no less, no more.
  @inlinable mutating func checkOutbox<Store: ReplicaStore & ~Copyable>(
    _ replica: borrowing Replica<Store>, at now: Instant
  ) {
    let (site, pending) = (replica.site, replica.store.pendingCount)
    let confirmed = UInt32(max(0, ledger.count(site) - pending))
    tally.count(.durableIntent)
    tally.count(.exactlyOnce)
    let isContiguous =
      pending == 0
      || (replica.store.pending(0).sequence == confirmed + 1
        && Int(replica.store.pending(pending - 1).sequence) == ledger.count(site))
    if !isContiguous
      || (confirmed > 0 && ledger.entry(site, confirmed).position >= replica.store.position)
    {
      reportSite(
        .durableIntent, site, replica.scope, now,
        "an outbox has lost what no applied row has confirmed", sequence: confirmed)
    } else if pending > 0 && ledger.entry(site, confirmed + 1).position < replica.store.position {
      reportSite(
        .exactlyOnce, site, replica.scope, now,
        "an outbox still has what an applied row has confirmed", sequence: confirmed + 1)
    }
  }

  /// At quiescence everything that was ever saved is in the log.
  mutating func checkAllDecided<Store: ReplicaStore & ~Copyable>(
    _ replica: borrowing Replica<Store>, at now: Instant
  ) {
    let site = replica.site
    tally.count(.durableIntent)
    if Int(sequenceInLog[Int(site)]) < ledger.count(site) {
      reportSite(
        .durableIntent, site, replica.scope, now, "what was saved never reached the log",
        sequence: sequenceInLog[Int(site)] + 1)
    }
    if Int(replica.store.sequence) != ledger.count(site) {
      reportSite(
        .durableIntent, site, replica.scope, now,
        "a device has forgotten operations it had saved")
    }
  }
}
