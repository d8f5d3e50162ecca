import Base
public import Chronology
import DomainCore
public import SyncCore

// P2: no acknowledged write is lost. Every acknowledged operation has exactly one verdict, in the
// log or as a newcomer's rejection, and the log has it as the person submitted it.
//
// Checked when a row is appended, when a device drops everything, and at quiescence over the feed
// and the history. It does not check the state: P14's recomputation checks that registers show the
// greatest accepted write. A group that has ended has no log any more.
@usableFromInline struct AcknowledgedWritesChecker: ~Copyable {
  @usableFromInline init() {}

  @inlinable func checkCommitted(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) -> Bool {
    guard shared.ledger.knows(row.operation) else {
      shared.report(
        .acknowledgedWrites, row.operation, scope, now,
        "the log contains an operation that no device committed")
      return false
    }
    if shared.ledger.entry(row.operation.site, row.operation.sequence).isReturnedUndecided {
      shared.report(
        .acknowledgedWrites, row.operation, scope, now,
        "the server accepted an operation whose author received a rejection")
    }
    return true
  }

  /// A purge reports an operation as rejected only if it is. An accepted one, such as the person's
  /// own leaving, stays in the log.
  func checkReturnedUndecided<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    for index in 0..<replica.rejectedCount {
      let operation = replica.rejected(index).operation
      guard operation.site == replica.site, shared.ledger.knows(operation) else { continue }
      let entry = shared.ledger.entry(operation.site, operation.sequence)
      shared.tally.count(.acknowledgedWrites)
      if entry.isDecided && entry.isAccepted {
        shared.report(
          .acknowledgedWrites, operation, replica.scope, now,
          "a device reports an operation as rejected that the log has accepted")
      }
    }
  }

  func checkVerdicts(
    scope: UInt32, on server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) {
    for site in 0..<shared.ledger.siteCount where server.sites[site].scope == scope {
      shared.ledger.forgetVerdicts(UInt32(site))
    }
    let count = server.scopes[Int(scope)].feed.count
    shared.tally.count(.acknowledgedWrites, times: count)
    let texts = server.scopes[Int(scope)].texts
    for position in 0..<count {
      checkVerdict(
        on: server.scopes[Int(scope)].feed[position].operation, in: texts, scope: scope, at: now,
        &shared)
    }
  }

  @inline(__always)
  private func checkVerdict(
    on operation: Operation, in texts: ScopeTexts?, scope: UInt32, at now: Instant,
    _ shared: inout MonitorState
  ) {
    if shared.ledger.isWrittenByServer(operation.site, operation.sequence) { return }
    guard shared.ledger.knows(operation) else {
      shared.report(
        .acknowledgedWrites, operation, scope, now,
        "the log contains an operation that no device committed")
      return
    }
    let entry = shared.ledger.withVerdict(on: operation)
    if entry.verdicts > 1 || entry.isTurnedAway {
      shared.report(.acknowledgedWrites, operation, scope, now, "an operation has two verdicts")
    }
    if !shared.ledger.hasSameContent(
      operation, in: texts,
      mayLackTexts: texts != nil && shared.mayLackTexts(operation, in: scope))
    {
      shared.report(
        .acknowledgedWrites, operation, scope, now,
        "the log's operation differs from the one that the person submitted")
    }
  }

  /// After all scopes were checked: every acknowledged operation must have a verdict.
  func checkAcknowledged(
    on server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) {
    for site in 0..<UInt32(shared.ledger.siteCount) {
      // A reserved site has no operations that this server acknowledged.
      if server.sites[Int(site)].isReserved { continue }
      let scope = server.sites[Int(site)].scope
      if shared.hasEnded(scope, on: server) { continue }
      let (acknowledged, count) = (
        shared.ledger.acknowledged(site), UInt32(shared.ledger.count(site))
      )
      shared.tally.count(.acknowledgedWrites, times: Int(acknowledged))
      if acknowledged > count {
        shared.reportSite(
          .acknowledgedWrites, site, scope, now,
          "the server acknowledged an operation that no device committed")
      }
      for sequence in stride(from: 1, through: min(acknowledged, count), by: 1)
      where shared.ledger.entry(site, sequence).verdicts == 0
        && !shared.ledger.entry(site, sequence).isTurnedAway
        && !shared.ledger.entry(site, sequence).isReturnedUndecided
        && !shared.ledger.entry(site, sequence).isErased
        // A device that has lost some numbers to its disk says so and goes on after them, and the
        // server acknowledges those that follow.
        && !shared.ledger.entry(site, sequence).isPermanentlyLost
      {
        shared.reportSite(
          .acknowledgedWrites, site, scope, now, "an acknowledged operation has no verdict",
          sequence: sequence)
      }
    }
  }
}
