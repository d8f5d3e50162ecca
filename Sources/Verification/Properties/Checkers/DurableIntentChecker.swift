import Base
public import Chronology
public import SyncCore

// P1: durable intent. What a person saw saved stays until it is decided: it waits in the outbox
// until an applied row has confirmed it. Where nothing is taken from a device any more, what waited
// is given back: it is among the rejections, unchanged and with a reason, and stays there. So does
// what the log has refused, as long as nothing was taken from the device.
//
// Checked after every page by the outbox's two ends, and after every purge and at quiescence for
// all that was committed. Crashes of a device are not played here.
@usableFromInline struct DurableIntentChecker: ~Copyable {
  @usableFromInline init() {}

  /// The outbox holds exactly what the applied rows have not confirmed: no less, no more.
  @inlinable func checkOutbox<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let (site, pending) = (replica.site, replica.store.pendingCount)
    // What a server has lost that began anew waits again, but for what had been refused.
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

  /// At quiescence everything that was ever saved is decided, or its owner knows better.
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

  /// OFF-3: what waits in a copy that was restored is handed over before its install goes on under
  /// a number of its own, under which it could never be sent.
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

  /// What the log has refused can be read still, with a reason.
  private func checkRefusalsShown<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = replica.site
    let first = shared.ledger.dropped[Int(site)] + 1
    for sequence in stride(from: first, through: UInt32(shared.ledger.count(site)), by: 1) {
      let entry = shared.ledger.entry(site, sequence)
      if !entry.isDecided || entry.isTurnedAway || entry.isAccepted || entry.isLostForGood {
        continue
      }
      // FAM-7: what was said of somebody whose account is deleted is not kept either.
      if entry.isErased { continue }
      shared.tally.count(.durableIntent)
      if tells(replica, of: sequence, shared) { continue }
      shared.reportSite(
        .durableIntent, site, replica.scope, now,
        "a person can no longer see which of their operations were rejected", sequence: sequence)
      return
    }
  }

  /// What a purge has just given back, by what its owner can read of it.
  @usableFromInline func noteReturnedUndecided<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ shared: inout MonitorState
  ) {
    for index in 0..<replica.rejectedCount {
      let operation = replica.rejected(index).operation
      if shared.ledger.knows(operation), tells(replica, of: operation.sequence, shared),
        !shared.ledger.entry(replica.site, operation.sequence).isDecided
      {
        shared.ledger.returnedUndecided(operation)
      }
    }
    // What a server has lost, and the device had to drop before, nobody can say again.
    guard let gone = replica.lostForGood else { return }
    for sequence in gone where !isPending(sequence, on: replica) {
      shared.ledger.lostForGood(sequence, of: replica.site)
    }
  }

  /// What was refused, and then lost by a server, waits again on a copy from before the refusal,
  /// which somebody has restored.
  @usableFromInline func notePendingAgain<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ shared: inout MonitorState
  ) {
    for index in 0..<replica.store.pendingCount {
      shared.ledger.becamePendingAgain(replica.store.pending(index))
    }
  }

  /// Every operation waits in the outbox, has its verdict, or was given back and can be read still.
  @usableFromInline func checkNothingLost<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = replica.site
    shared.tally.count(.durableIntent)
    for sequence in stride(from: 1, through: UInt32(shared.ledger.count(site)), by: 1) {
      let entry = shared.ledger.entry(site, sequence)
      if entry.isDecided || entry.isLostForGood || isPending(sequence, on: replica) { continue }
      if shared.ledger.wasDecidedBefore(site, sequence) { continue }
      if (entry.isReturnedUndecided || entry.isLost) && tells(replica, of: sequence, shared) {
        continue
      }
      shared.reportSite(
        .durableIntent, site, replica.scope, now,
        "a saved operation is neither queued nor decided, and its author was not told why",
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

  /// Whether a device's rejections have an operation as it was saved, with a reason to read.
  private func tells<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, of sequence: UInt32, _ shared: borrowing MonitorState
  ) -> Bool {
    for index in 0..<replica.rejectedCount {
      let row = replica.rejected(index)
      if row.operation.site == replica.site && row.operation.sequence == sequence
        && row.verdict.refusal != nil
        && shared.ledger.hasSameContent(row.operation)
      {
        return true
      }
    }
    return false
  }
}
