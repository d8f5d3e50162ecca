import Base
public import Chronology
import DomainCore
public import SyncCore

// P2: no acknowledged write is lost. Every acknowledged operation has exactly one verdict, in the
// log or at the door; what the log has is what the person said.
//
// Checked when a row is appended, when a device drops everything, and at quiescence by walking the
// feed and the ledger. It does not look at the state; that registers show the greatest accepted
// write is the business of P14's recomputation, and a group that has ended has taken its log with
// it.
@usableFromInline struct AcknowledgedWritesChecker: ~Copyable {
  @usableFromInline init() {}

  @inlinable func checkCommitted(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ books: inout WatchBooks
  ) -> Bool {
    guard books.ledger.knows(row.operation) else {
      books.report(
        .acknowledgedWrites, row.operation, scope, now, "the log has what nobody committed")
      return false
    }
    if books.ledger.entry(row.operation.site, row.operation.sequence).isGivenBack {
      books.report(
        .acknowledgedWrites, row.operation, scope, now,
        "the server took what its author was told is refused")
    }
    return true
  }

  /// Who is told to drop everything is told that something is refused only if it is: what the log
  /// has, such as that somebody leaves, stays said.
  func checkGivenBack<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ books: inout WatchBooks
  ) {
    for index in 0..<replica.rejectedCount {
      let operation = replica.rejected(index).operation
      guard operation.site == replica.site, books.ledger.knows(operation) else { continue }
      let entry = books.ledger.entry(operation.site, operation.sequence)
      books.tally.count(.acknowledgedWrites)
      if entry.isDecided && entry.isAccepted {
        books.report(
          .acknowledgedWrites, operation, replica.scope, now,
          "a device was told that something is refused which the log has")
      }
    }
  }

  func checkVerdicts(
    scope: UInt32, on server: borrowing Server, at now: Instant, _ books: inout WatchBooks
  ) {
    for site in 0..<books.ledger.siteCount where server.sites[site].scope == scope {
      books.ledger.forgetVerdicts(UInt32(site))
    }
    let count = server.scopes[Int(scope)].feed.count
    books.tally.count(.acknowledgedWrites, times: count)
    for position in 0..<count {
      checkVerdict(
        on: server.scopes[Int(scope)].feed[position].operation, scope: scope, at: now, &books)
    }
  }

  @inline(__always)
  private func checkVerdict(
    on operation: Operation, scope: UInt32, at now: Instant, _ books: inout WatchBooks
  ) {
    if books.ledger.isSaidByServer(operation.site, operation.sequence) { return }
    guard books.ledger.knows(operation) else {
      books.report(.acknowledgedWrites, operation, scope, now, "the log has what nobody committed")
      return
    }
    let entry = books.ledger.withVerdict(on: operation)
    if entry.verdicts > 1 || entry.isTurnedAway {
      books.report(.acknowledgedWrites, operation, scope, now, "an operation has two verdicts")
    }
    if !books.ledger.saysTheSame(operation) {
      books.report(
        .acknowledgedWrites, operation, scope, now, "the log has not what the person said")
    }
  }

  /// After all scopes were walked: whatever was acknowledged must have met its verdict.
  func checkAcknowledged(
    on server: borrowing Server, at now: Instant, _ books: inout WatchBooks
  ) {
    for site in 0..<UInt32(books.ledger.siteCount) {
      // A number that nobody has any more was promised nothing by this server.
      if server.sites[Int(site)].isReserved { continue }
      let scope = server.sites[Int(site)].scope
      if books.hasEnded(scope, on: server) { continue }
      let (acknowledged, count) = (
        books.ledger.acknowledged(site), UInt32(books.ledger.count(site))
      )
      books.tally.count(.acknowledgedWrites, times: Int(acknowledged))
      if acknowledged > count {
        books.reportSite(
          .acknowledgedWrites, site, scope, now, "the server acknowledged what nobody committed")
      }
      for sequence in stride(from: 1, through: min(acknowledged, count), by: 1)
      where books.ledger.entry(site, sequence).verdicts == 0
        && !books.ledger.entry(site, sequence).isTurnedAway
        && !books.ledger.entry(site, sequence).isGivenBack
        && !books.ledger.entry(site, sequence).isErased
      {
        books.reportSite(
          .acknowledgedWrites, site, scope, now, "an acknowledged operation has no verdict",
          sequence: sequence)
      }
    }
  }
}
