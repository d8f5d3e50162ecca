import Base
public import Chronology
public import SyncCore

// P1: durable intent. A saved operation stays until it is decided: it is in the outbox until an
// applied row has confirmed it. When a device's access ends, its pending operations are returned:
// they are among the rejections, unchanged and with a reason, and stay there. So do the rejections
// of the log, as long as the device has access.
//
// Checked after every page by the outbox's two ends, and after every purge and at quiescence for
// all committed operations. `RestartChecker` covers crashes.
@usableFromInline struct DurableIntentChecker: ~Copyable {
  @usableFromInline init() {}

  /// The outbox holds exactly the operations that the applied rows have not confirmed.
  @inlinable func checkOutbox<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let (site, pending) = (replica.site, replica.store.pendingCount)
    // After a failover lost operations are pending again, except for rejected ones.
    if replica.store.head.incarnation > 0 {
      checkNothingLost(on: replica, at: now, &shared)
      return
    }
    let confirmed = UInt32(max(0, shared.ledger.count(site) - pending))
    shared.tally.count(.durableIntent)
    shared.tally.count(.exactlyOnce)
    let isContiguous =
      pending == 0
      || (replica.store.pending(0).sequence == confirmed + 1
        && Int(replica.store.pending(pending - 1).sequence) == shared.ledger.count(site))
    if !isContiguous
      || (confirmed > 0 && shared.ledger.entry(site, confirmed).position >= replica.store.position
        && !shared.ledger.entry(site, confirmed).isReturnedUndecided)
    {
      shared.reportSite(
        .durableIntent, site, replica.scope, now,
        "an outbox has lost an operation that no applied row has confirmed", sequence: confirmed)
    } else if pending > 0
      && shared.ledger.entry(site, confirmed + 1).position < replica.store.position
    {
      shared.reportSite(
        .exactlyOnce, site, replica.scope, now,
        "an outbox still has an operation that an applied row has confirmed",
        sequence: confirmed + 1)
    }
  }

  /// At quiescence every saved operation is decided, or its owner knows why not.
  func checkAllDecided<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    checkNothingLost(on: replica, at: now, &shared)
    checkRefusalsShown(on: replica, at: now, &shared)
    if Int(replica.store.sequence) != shared.ledger.count(replica.site) {
      shared.reportSite(
        .durableIntent, replica.site, replica.scope, now,
        "a device has forgotten operations that it had saved")
    }
  }

  /// OFF-3: a restored replica hands over its pending operations before its install gets a site of
  /// its own, under which they could not be sent.
  func checkHandedOver<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    shared.tally.count(.durableIntent)
    if replica.store.pendingCount > 0 {
      shared.reportSite(
        .durableIntent, replica.site, replica.scope, now,
        "a restored replica has not handed over its queued operations",
        expected: "none queued", found: "\(replica.store.pendingCount)")
    }
  }

  /// Rejections of the log can still be read, with a reason.
  private func checkRefusalsShown<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = replica.site
    let first = shared.ledger.dropped[Int(site)] + 1
    for sequence in stride(from: first, through: UInt32(shared.ledger.count(site)), by: 1) {
      let entry = shared.ledger.entry(site, sequence)
      if !entry.isDecided || entry.isTurnedAway || entry.isAccepted || entry.isPermanentlyLost {
        continue
      }
      // FAM-7: operations about a person whose account is deleted are not kept either.
      if entry.isErased { continue }
      shared.tally.count(.durableIntent)
      if showsRejection(on: replica, of: sequence, shared) { continue }
      shared.reportSite(
        .durableIntent, site, replica.scope, now,
        "a person can no longer see which of their operations were rejected", sequence: sequence)
      return
    }
  }

  /// Records the operations that a purge has just returned, by what their owner can read.
  @usableFromInline func noteReturnedUndecided<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ shared: inout MonitorState
  ) {
    for index in 0..<replica.rejectedCount {
      let operation = replica.rejected(index).operation
      if shared.ledger.knows(operation),
        showsRejection(on: replica, of: operation.sequence, shared),
        !shared.ledger.entry(replica.site, operation.sequence).isDecided
      {
        shared.ledger.returnedUndecided(operation)
      }
    }
    // An operation that a server has lost, and that the device had to drop before, cannot be
    // submitted again.
    guard let gone = replica.permanentlyLost else { return }
    for sequence in gone where !isPending(sequence, on: replica) {
      shared.ledger.permanentlyLost(sequence, of: replica.site)
    }
  }

  /// A rejection that a server has lost is pending again on a replica that was restored from before
  /// it.
  @usableFromInline func notePendingAgain<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ shared: inout MonitorState
  ) {
    for index in 0..<replica.store.pendingCount {
      shared.ledger.becamePendingAgain(replica.store.pending(index))
    }
  }

  /// Every operation is in the outbox, has its verdict, or was returned and can still be read.
  @usableFromInline func checkNothingLost<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = replica.site
    shared.tally.count(.durableIntent)
    for sequence in stride(from: 1, through: UInt32(shared.ledger.count(site)), by: 1) {
      let entry = shared.ledger.entry(site, sequence)
      if entry.isDecided || entry.isPermanentlyLost || isPending(sequence, on: replica) { continue }
      if shared.ledger.wasDecidedBefore(site, sequence) { continue }
      if (entry.isReturnedUndecided || entry.isLost)
        && showsRejection(on: replica, of: sequence, shared)
      {
        continue
      }
      shared.reportSite(
        .durableIntent, site, replica.scope, now,
        "a saved operation is neither queued nor decided, and its author received no reason",
        sequence: sequence)
      return
    }
  }

  private func isPending<Storage: ReplicaStorage & ~Copyable>(
    _ sequence: UInt32, on replica: borrowing Replica<Storage>
  ) -> Bool {
    let pending = replica.store.pendingCount
    guard pending > 0, replica.store.pending(0).sequence <= sequence else { return false }
    var index = min(Int(sequence - replica.store.pending(0).sequence), pending - 1)
    while index > 0 && replica.store.pending(index).sequence > sequence { index -= 1 }
    return replica.store.pending(index).sequence == sequence
  }

  /// Whether a device's rejections contain an operation as it was saved, with a reason.
  private func showsRejection<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, of sequence: UInt32, _ shared: borrowing MonitorState
  ) -> Bool {
    for index in 0..<replica.rejectedCount {
      let row = replica.rejected(index)
      if row.operation.site == replica.site && row.operation.sequence == sequence
        && row.verdict.refusal != nil
        && shared.ledger.hasSameContent(
          row.operation, in: replica.store.texts,
          mayLackTexts: shared.isDeleted(replica.site)
            || shared.mayLackTexts(row.operation, in: replica.scope))
      {
        return true
      }
    }
    return false
  }
}
