public import Base
public import Chronology
public import DomainCore
public import SyncCore

// P17: clock safety. A clock that is ahead gains nothing: no stamp of the log is further in the
// future than the server allows, so a correct clock wins again once that time has passed.
//
// Checked at each row by the server's own clock. A stamp that is too early cannot be distinguished
// from a person who was offline for long. The replay of the log checks days in more detail.
@usableFromInline struct ClockSafetyChecker: ~Copyable {
  @usableFromInline init() {}

  /// After other operations a stamp may be the next one after theirs.
  @inlinable @inline(__always) func checkStampBounded(
    _ row: FeedRow, after causality: borrowing CausalityChecker, scope: UInt32, at now: Instant,
    _ shared: inout MonitorState
  ) {
    shared.tally.count(.clockSafety)
    let bound = HybridClock.stamp(of: row.committed + shared.settings.clockSkewBoundMilliseconds)
    let stamp = row.operation.fact.version.stamp
    if stamp <= bound + 1 { return }
    let others = max(
      causality.stamps.greatest(scope, before: .max),
      causality.stamps.inLog[Int(row.operation.site)])
    if stamp > others + 1 {
      shared.reportOrder(
        .clockSafety, row.operation, scope, now,
        "the log has a stamp further in the future than the server allows",
        expected: "at most \(max(bound, others) + 1)", found: "\(stamp)")
    }
  }

  /// A device freezes the day that its clock shows at the tap, so the operation keeps that day,
  /// however wrong the clock (HAB-3); also when it is sent again after a failover.
  @inlinable func checkDayOfTap(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    guard row.verdict.refusal == .dayNotOfTap else { return }
    shared.tally.count(.clockSafety)
    shared.report(
      .clockSafety, row.operation, scope, now,
      "an operation was rejected for a day that its author's clock had shown")
  }

  /// The claimed time of a tap is not further ahead of the server than it allows, whatever happened
  /// to the device's clock since.
  @inlinable @inline(__always) func checkTapBounded(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    guard row.operation.fact.isClaimed else { return }
    shared.tally.count(.clockSafety)
    let bound = row.committed + shared.settings.clockSkewBoundMilliseconds
    if row.operation.fact.tapped > bound {
      shared.report(
        .clockSafety, row.operation, scope, now,
        "the log has a tap time further in the future than the server allows",
        expected: "at most \(bound)", found: "\(row.operation.fact.tapped)")
    }
  }
}

extension MonitorState {
  /// Reports a stamp that contradicts the author's history or the current time, unless the policy
  /// guarantees nothing about stamps.
  @usableFromInline mutating func reportOrder(
    _ property: Property, _ operation: Operation, _ scope: UInt32, _ now: Instant, _ what: String,
    expected: String? = nil, found: String? = nil
  ) {
    if settings.policy.promisesStamps {
      report(property, operation, scope, now, what, expected: expected, found: found)
    } else {
      tally.expect(property)
    }
  }
}
