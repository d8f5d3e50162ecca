public import Base
public import Chronology
public import SyncCore

// P4: session order. A site numbers its operations 1, 2, 3 … and they enter the log in that order
// without a gap, but for what a purge has given back to the person.
//
// Checked at each local commit and at each row. A row that comes again is P3's business.
extension PropertyWatch {
  /// Whether a device gave its operation the next number; if not, there is no place to note it.
  @inlinable mutating func checkNumbered(_ operation: Operation, at now: Instant) -> Bool {
    tally.count(.sessionOrder)
    if Int(operation.sequence) == ledger.count(operation.site) + 1 { return true }
    report(
      .sessionOrder, operation, operation.scope, now,
      "a device gave an operation a number that is not its next")
    return false
  }

  @inlinable mutating func checkNextInLine(
    _ row: FeedRow, scope: UInt32, isInLog: Bool = true, at now: Instant
  ) {
    let operation = row.operation
    let latest = sequenceInLog[Int(operation.site)]
    tally.count(.sessionOrder)
    tally.count(.exactlyOnce)
    if operation.sequence <= latest {
      report(.exactlyOnce, operation, scope, now, "the log repeats an operation")
    } else {
      if !ledger.areGivenBack(operation.site, after: latest, before: operation.sequence) {
        report(.sessionOrder, operation, scope, now, "the log skips an operation")
      }
      sequenceInLog[Int(operation.site)] = operation.sequence
      checkLoggedInOrder(row, scope: scope, isInLog: isInLog, at: now)
    }
  }
}
