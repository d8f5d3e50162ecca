public import Base
public import Chronology
public import DomainCore
public import SyncCore

// P17: clock safety. A clock that is ahead gains nothing: no stamp of the log is further in the
// future than the server bears, so a right clock wins again as soon as that time is over.
//
// Checked at each row by what the server's own clock showed. A time that is too early cannot be
// told from somebody who was away for long. Of days the retellings of the log say more.
@usableFromInline struct ClockSafetyChecker: ~Copyable {
  @usableFromInline init() {}

  /// Where others have been there before, a stamp may be the one behind theirs.
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

  /// A device freezes the day that its clock shows at the tap, so that is the day of the tap,
  /// however wrong the clock (HAB-3); also when a server has lost it and it comes again.
  @inlinable func checkDayOfTap(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    guard row.verdict.refusal == .dayNotOfTap else { return }
    shared.tally.count(.clockSafety)
    shared.report(
      .clockSafety, row.operation, scope, now,
      "an operation was rejected for a day that its author's clock had shown")
  }

  /// What claims when it was tapped claims nothing that lies further ahead of the server than it
  /// bears, whatever has become of the device's clock since.
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
  /// Reports a stamp that contradicts what somebody had seen or said, or what the time is; unless
  /// the policy promises nothing of stamps.
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
