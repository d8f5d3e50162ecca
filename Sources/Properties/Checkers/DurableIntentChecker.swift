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
    _ replica: borrowing Replica<Storage>, at now: Instant, _ books: inout WatchBooks
  ) {
    let (site, pending) = (replica.site, replica.store.pendingCount)
    // What a server has lost that began anew waits again, but for what had been refused.
    if replica.store.head.incarnation > 0 {
      checkNothingLost(on: replica, at: now, &books)
      return
    }
    let confirmed = UInt32(max(0, books.ledger.count(site) - pending))
    books.tally.count(.durableIntent)
    books.tally.count(.exactlyOnce)
    let isContiguous =
      pending == 0
      || (replica.store.pending(0).sequence == confirmed + 1
        && Int(replica.store.pending(pending - 1).sequence) == books.ledger.count(site))
    if !isContiguous
      || (confirmed > 0 && books.ledger.entry(site, confirmed).position >= replica.store.position
        && !books.ledger.entry(site, confirmed).isGivenBack)
    {
      books.reportSite(
        .durableIntent, site, replica.scope, now,
        "an outbox has lost what no applied row has confirmed", sequence: confirmed)
    } else if pending > 0
      && books.ledger.entry(site, confirmed + 1).position < replica.store.position
    {
      books.reportSite(
        .exactlyOnce, site, replica.scope, now,
        "an outbox still has what an applied row has confirmed", sequence: confirmed + 1)
    }
  }

  /// At quiescence everything that was ever saved is decided, or its owner knows better.
  func checkAllDecided<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ books: inout WatchBooks
  ) {
    checkNothingLost(on: replica, at: now, &books)
    checkRefusalsTold(on: replica, at: now, &books)
    if Int(replica.store.sequence) != books.ledger.count(replica.site) {
      books.reportSite(
        .durableIntent, replica.site, replica.scope, now,
        "a device has forgotten operations it had saved")
    }
  }

  /// OFF-3: what waits in a copy that was restored is handed over before its install goes on under
  /// a number of its own, under which it could never be sent.
  func checkHandedOver<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ books: inout WatchBooks
  ) {
    books.tally.count(.durableIntent)
    if replica.store.pendingCount > 0 {
      books.reportSite(
        .durableIntent, replica.site, replica.scope, now,
        "a copy that was restored has not handed over what waited in it",
        expected: "nothing waits", found: "\(replica.store.pendingCount)")
    }
  }

  /// What the log has refused can be read still, with a reason.
  private func checkRefusalsTold<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, at now: Instant, _ books: inout WatchBooks
  ) {
    let site = replica.site
    let first = books.ledger.dropped[Int(site)] + 1
    for sequence in stride(from: first, through: UInt32(books.ledger.count(site)), by: 1) {
      let entry = books.ledger.entry(site, sequence)
      if !entry.isDecided || entry.isTurnedAway || entry.isAccepted || entry.isGivenUp { continue }
      // FAM-7: what was said of somebody whose account is deleted is not kept either.
      if entry.isErased { continue }
      books.tally.count(.durableIntent)
      if tells(replica, of: sequence, books) { continue }
      books.reportSite(
        .durableIntent, site, replica.scope, now,
        "somebody is not told any more what of theirs was refused", sequence: sequence)
      return
    }
  }

  /// What a purge has just given back, by what its owner can read of it.
  @usableFromInline func noteGivenBack<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ books: inout WatchBooks
  ) {
    for index in 0..<replica.rejectedCount {
      let operation = replica.rejected(index).operation
      if books.ledger.knows(operation), tells(replica, of: operation.sequence, books),
        !books.ledger.entry(replica.site, operation.sequence).isDecided
      {
        books.ledger.givenBack(operation)
      }
    }
    // What a server has lost, and the device had to drop before, nobody can say again.
    guard let gone = replica.givenUp else { return }
    for sequence in gone where !isPending(sequence, on: replica) {
      books.ledger.givenUp(sequence, of: replica.site)
    }
  }

  /// What was refused, and then lost by a server, waits again on a copy from before the refusal,
  /// which somebody has restored.
  @usableFromInline func noteWaitingAgain<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ books: inout WatchBooks
  ) {
    for index in 0..<replica.store.pendingCount {
      books.ledger.waitsAgain(replica.store.pending(index))
    }
  }

  /// Every operation waits in the outbox, has its verdict, or was given back and can be read still.
  @usableFromInline func checkNothingLost<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, at now: Instant, _ books: inout WatchBooks
  ) {
    let site = replica.site
    books.tally.count(.durableIntent)
    for sequence in stride(from: 1, through: UInt32(books.ledger.count(site)), by: 1) {
      let entry = books.ledger.entry(site, sequence)
      if entry.isDecided || entry.isGivenUp || isPending(sequence, on: replica) { continue }
      if books.ledger.wasToldBefore(site, sequence) { continue }
      if (entry.isGivenBack || entry.isLost) && tells(replica, of: sequence, books) { continue }
      books.reportSite(
        .durableIntent, site, replica.scope, now,
        "what was saved neither waits nor was decided, and nobody was told", sequence: sequence)
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
    _ replica: borrowing Replica<Storage>, of sequence: UInt32, _ books: borrowing WatchBooks
  ) -> Bool {
    for index in 0..<replica.rejectedCount {
      let row = replica.rejected(index)
      if row.operation.site == replica.site && row.operation.sequence == sequence
        && row.verdict.refusal != nil
        && books.ledger.saysTheSame(row.operation)
      {
        return true
      }
    }
    return false
  }
}
