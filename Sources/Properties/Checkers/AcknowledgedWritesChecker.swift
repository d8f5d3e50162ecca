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
extension PropertyWatch {
  @inlinable mutating func checkCommitted(
    _ row: FeedRow, scope: UInt32, at now: Instant
  ) -> Bool {
    guard ledger.knows(row.operation) else {
      report(
        .acknowledgedWrites, row.operation, scope, now, "the log has what nobody committed")
      return false
    }
    if ledger.entry(row.operation.site, row.operation.sequence).isGivenBack {
      report(
        .acknowledgedWrites, row.operation, scope, now,
        "the server took what its author was told is refused")
    }
    return true
  }

  /// Who is told to drop everything is told that something is refused only if it is: what the log
  /// has, such as that somebody leaves, stays said.
  mutating func checkGivenBack<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    for index in 0..<replica.rejectedCount {
      let operation = replica.rejected(index).operation
      guard operation.site == replica.site, ledger.knows(operation) else { continue }
      let entry = ledger.entry(operation.site, operation.sequence)
      tally.count(.acknowledgedWrites)
      if entry.isDecided && entry.isAccepted {
        report(
          .acknowledgedWrites, operation, replica.scope, now,
          "a device was told that something is refused which the log has")
      }
    }
  }

  mutating func checkVerdicts(scope: UInt32, on server: borrowing Server, at now: Instant) {
    for site in 0..<ledger.siteCount where server.sites[site].scope == scope {
      ledger.forgetVerdicts(UInt32(site))
    }
    let count = server.scopes[Int(scope)].feed.count
    tally.count(.acknowledgedWrites, times: count)
    for position in 0..<count {
      checkVerdict(on: server.scopes[Int(scope)].feed[position].operation, scope: scope, at: now)
    }
  }

  @inline(__always)
  private mutating func checkVerdict(on operation: Operation, scope: UInt32, at now: Instant) {
    guard ledger.knows(operation) else {
      report(.acknowledgedWrites, operation, scope, now, "the log has what nobody committed")
      return
    }
    let entry = ledger.withVerdict(on: operation)
    if entry.verdicts > 1 || entry.isTurnedAway {
      report(.acknowledgedWrites, operation, scope, now, "an operation has two verdicts")
    }
    if !ledger.saysTheSame(operation) {
      report(
        .acknowledgedWrites, operation, scope, now, "the log has not what the person said")
    }
  }

  /// After all scopes were walked: whatever was acknowledged must have met its verdict.
  mutating func checkAcknowledged(on server: borrowing Server, at now: Instant) {
    for site in 0..<UInt32(ledger.siteCount) {
      // A number that nobody has any more was promised nothing by this server.
      if server.sites[Int(site)].isReserved { continue }
      let scope = server.sites[Int(site)].scope
      if hasEnded(scope, on: server) { continue }
      let (acknowledged, count) = (ledger.acknowledged(site), UInt32(ledger.count(site)))
      tally.count(.acknowledgedWrites, times: Int(acknowledged))
      if acknowledged > count {
        reportSite(
          .acknowledgedWrites, site, scope, now, "the server acknowledged what nobody committed")
      }
      for sequence in stride(from: 1, through: min(acknowledged, count), by: 1)
      where ledger.entry(site, sequence).verdicts == 0
        && !ledger.entry(site, sequence).isTurnedAway
        && !ledger.entry(site, sequence).isGivenBack
      {
        reportSite(
          .acknowledgedWrites, site, scope, now, "an acknowledged operation has no verdict",
          sequence: sequence)
      }
    }
  }
}

// What the books make of a server that begins anew from a stale copy of its journal. It owes nobody
// what it has lost; but who knows it still says it again, and who is refused then is told.
extension PropertyWatch {
  /// What was decided once, is lost, and was not decided again: its authors were told, or have
  /// nothing any more that could know it.
  public var operationsGivenUp: Int64 { ledger.lostCount }

  /// Another server answers from now on, which has what the copy had.
  public mutating func failedOver(to server: borrowing Server) {
    incarnation = server.incarnation
    makeRoom(forSite: UInt32(server.sites.count - 1))
    stamps.begin(with: server)
    forgetNews()
    for scope in 0..<server.scopes.count { forgetRows(of: scope, on: server) }
    for site in 0..<server.sites.count { forgetVerdicts(of: site, on: server) }
  }

  private mutating func forgetRows(of scope: Int, on server: borrowing Server) {
    rowsInLog.extend(to: scope + 1, repeating: 0)
    mayHaveEnded.extend(to: scope + 1, repeating: false)
    rowsInLog[scope] = UInt32(server.scopes[scope].feed.count)
    // A group that has ended has taken its rows along.
    mayHaveEnded[scope] = mayHaveEnded[scope] && server.scopes[scope].isDeleted
    seats.clear(scope)
    for position in 0..<server.scopes[scope].feed.count {
      noteEnd(server.scopes[scope].feed[position], scope: UInt32(scope))
      _ = seats.note(server.scopes[scope].feed[position], scope: UInt32(scope))
    }
  }

  private mutating func forgetVerdicts(of site: Int, on server: borrowing Server) {
    let record = server.sites[site]
    // Nobody has spoken under most of the numbers that are left free.
    if record.isReserved && ledger.count(UInt32(site)) == 0 { return }
    let isKnown = Int(record.scope) < server.scopes.count
    // A scope that was deleted has no rows any more, but everything that was decided there stands.
    let hasEnded = isKnown && server.scopes[Int(record.scope)].isDeleted
    let rows = hasEnded ? .max : isKnown ? server.scopes[Int(record.scope)].feed.count : 0
    ledger.forgetVerdicts(
      of: UInt32(site), behind: rows, refused: record.refusedCount,
      decided: record.sequenceDecided)
    sequenceInLog[site] = record.sequenceDecided
    shownDays[site] = ShownDay()
    if standings[site].isNewcomer {
      standings[site].isLetIn = isKnown && !record.isNewcomer
      standings[site].turnedAway = record.refusedCount
    }
  }
}
