public import Base
public import Chronology
public import SyncCore

// P4: session order. A site numbers its operations 1, 2, 3 … and they enter the log in that order
// without gaps, except for those that a purge has returned to the person.
//
// Checked at each local commit and at each row. P3 checks repeated rows.
@usableFromInline struct SessionOrderChecker: ~Copyable {
  /// Per site, the last operation that entered the log.
  @usableFromInline var sequenceInLog = FlatArray<UInt32>()

  @usableFromInline init() {}

  mutating func addSite() { sequenceInLog.append(0) }

  /// Starts over after a failover, with the numbers of the new server.
  mutating func begin(with server: borrowing Server) {
    for site in 0..<server.sites.count {
      sequenceInLog[site] = server.sites[site].sequenceDecided
    }
  }

  /// Whether a device gave its operation the next number; if not, it cannot be recorded.
  @inlinable func checkNumbered(
    _ operation: Operation, at now: Instant, _ shared: inout MonitorState
  ) -> Bool {
    shared.tally.count(.sessionOrder)
    if Int(operation.sequence) == shared.ledger.count(operation.site) + 1 { return true }
    shared.report(
      .sessionOrder, operation, operation.scope, now,
      "a device gave an operation a number that is not the next one",
      expected: "number \(shared.ledger.count(operation.site) + 1)",
      found: "number \(operation.sequence)")
    return false
  }

  /// Whether a row is new in the log of its site; if not, it is not checked further.
  @inlinable mutating func checkNextInLine(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) -> Bool {
    let operation = row.operation
    let latest = sequenceInLog[Int(operation.site)]
    shared.tally.count(.sessionOrder)
    shared.tally.count(.exactlyOnce)
    if operation.sequence <= latest {
      shared.report(
        .exactlyOnce, operation, scope, now, "the log repeats an operation",
        expected: "number \(latest + 1)", found: "number \(operation.sequence)")
      return false
    }
    if !shared.ledger.areReturnedUndecided(
      operation.site, after: latest, before: operation.sequence)
    {
      shared.report(
        .sessionOrder, operation, scope, now, "the log skips an operation",
        expected: "number \(latest + 1)", found: "number \(operation.sequence)")
    }
    sequenceInLog[Int(operation.site)] = operation.sequence
    return true
  }
}
