public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// The greatest stamps of what there was, by which the watch knows what came after what.
@usableFromInline struct StampBook: ~Copyable {
  /// By site, the stamp of what the log has of it last.
  @usableFromInline var inLog = FlatArray<UInt64>()
  /// By scope and position, the greatest stamp of all rows before it.
  @usableFromInline var before = OwnedArray<FlatArray<UInt64>>()

  /// Whether a server has begun anew: a basis may count rows then that nobody has any more.
  @usableFromInline var hasFailedOver = false

  init() {}

  /// A server has begun anew, which has what its copy had.
  mutating func begin(with server: borrowing Server) {
    hasFailedOver = true
    before = OwnedArray()
    for site in 0..<inLog.count { inLog[site] = 0 }
    for scope in 0..<server.scopes.count {
      for position in 0..<server.scopes[scope].feed.count {
        let row = server.scopes[scope].feed[position]
        let (site, stamp) = (Int(row.operation.site), row.operation.fact.version.stamp)
        if site < inLog.count { inLog[site] = max(inLog[site], stamp) }
        append(stamp, to: UInt32(scope))
      }
    }
  }

  mutating func addSite() {
    inLog.append(0)
  }

  /// The greatest stamp among the first rows of a scope's log.
  @inlinable @inline(__always) func greatest(_ scope: UInt32, before position: Int) -> UInt64 {
    guard Int(scope) < before.count, !hasFailedOver else { return 0 }
    let count = before[Int(scope)].count
    return count == 0 ? 0 : before[Int(scope)][min(position, count - 1)]
  }

  @inlinable mutating func append(_ stamp: UInt64, to scope: UInt32) {
    while before.count <= Int(scope) {
      var rows = FlatArray<UInt64>()
      rows.append(0)
      before.append(rows)
    }
    let last = before[Int(scope)].count - 1
    before[Int(scope)].append(max(before[Int(scope)][last], stamp))
  }
}

// P9: causality. What its author had seen has a smaller stamp, and what a site says later has a
// greater one; so whatever is compared by stamps never stands in the wrong order.
//
// Checked at each commit, against what waits before it and against the rows its device had, and at
// each row of the log in the same way, for the server may have given another stamp; and it may have
// put right a stamp of the same device, so what waits no longer is not asked. A policy that takes
// the phone's clock as it is promises neither: it is looked at in the same way, and what breaks is
// counted as what was to be expected of it. A run of many looks at a sample of its scopes.
extension PropertyWatch {
  @inlinable mutating func checkDraftedInOrder<Storage: ReplicaStorage & ~Copyable>(
    _ index: Int, on replica: borrowing Replica<Storage>, at now: Instant
  ) {
    guard looksAt(scope: replica.scope) else { return }
    let operation = replica.store.pending(index)
    let stamp = operation.fact.version.stamp
    tally.count(.causality)
    if index > 0 && stamp <= replica.store.pending(index - 1).fact.version.stamp {
      reportOrder(
        .causality, operation, operation.scope, now,
        "a device gave an operation a stamp that is not above what waits before it")
    } else if stamp <= stamps.greatest(operation.scope, before: Int(operation.basis)),
      !isOutside(replica)
    {
      reportOrder(
        .causality, operation, operation.scope, now,
        "a device gave an operation a stamp that is not above what it had seen")
    }
  }

  /// Whoever was refused at the door counts positions of a feed of their own.
  @inlinable mutating func checkLoggedInOrder(
    _ row: FeedRow, scope: UInt32, isInLog: Bool = true, at now: Instant
  ) {
    guard looksAt(scope: scope) else { return }
    let (site, stamp) = (Int(row.operation.site), row.operation.fact.version.stamp)
    if !row.operation.fact.kind.admits {
      tally.count(.causality)
      if stamp <= stamps.inLog[site] {
        reportOrder(
          .causality, row.operation, scope, now,
          "the log has an operation with a stamp that is not above its site's last")
      } else if stamp <= stamps.greatest(scope, before: Int(row.operation.basis)) {
        reportOrder(
          .causality, row.operation, scope, now,
          "the log has an operation with a stamp that is not above what its author had seen")
      }
    }
    checkStampBounded(row, scope: scope, at: now)
    stamps.inLog[site] = max(stamps.inLog[site], stamp)
    if isInLog { stamps.append(stamp, to: scope) }
  }

  // P17: clock safety. A clock that is ahead gains nothing: no stamp of the log is further in the
  // future than the server bears, so a right clock wins again as soon as that time is over.
  //
  // Checked at each row by what the server's own clock showed. Where others have been there before,
  // a stamp may be the one behind theirs.
  @inlinable @inline(__always) mutating func checkStampBounded(
    _ row: FeedRow, scope: UInt32, at now: Instant
  ) {
    tally.count(.clockSafety)
    let bound = HybridClock.stamp(of: row.committed + server.clockSkewBoundMilliseconds)
    let stamp = row.operation.fact.version.stamp
    if stamp <= bound + 1 { return }
    let others = max(
      stamps.greatest(scope, before: .max), stamps.inLog[Int(row.operation.site)])
    if stamp > others + 1 {
      reportOrder(
        .clockSafety, row.operation, scope, now,
        "the log has a stamp from further in the future than the server bears")
    }
  }

  // P17 as well: a device freezes the day that its clock shows at the tap, so that is the day of
  // the tap, however wrong the clock (HAB-3); also when a server has lost it and it comes again.
  @inlinable mutating func checkDayOfTap(_ row: FeedRow, scope: UInt32, at now: Instant) {
    guard row.verdict.refusal == .dayNotOfTap else { return }
    tally.count(.clockSafety)
    report(
      .clockSafety, row.operation, scope, now,
      "a day was refused that its author's clock had shown")
  }
}

extension PropertyWatch {
  // P17 of times: what claims when it was tapped claims nothing that lies further ahead of the
  // server than it bears, whatever has become of the device's clock since. A time that is too early
  // cannot be told from somebody who was away for long.
  @inlinable @inline(__always) mutating func checkTapBounded(
    _ row: FeedRow, scope: UInt32, at now: Instant
  ) {
    guard row.operation.fact.isClaimed else { return }
    tally.count(.clockSafety)
    if row.operation.fact.tapped > row.committed + server.clockSkewBoundMilliseconds {
      report(
        .clockSafety, row.operation, scope, now,
        "the log has a tap from further in the future than the server bears")
    }
  }
}

extension PropertyWatch {
  /// Reports a stamp that contradicts what somebody had seen or said, or what the time is; unless
  /// the policy promises nothing of stamps.
  @usableFromInline mutating func reportOrder(
    _ property: Property, _ operation: Operation, _ scope: UInt32, _ now: Instant, _ what: String
  ) {
    if server.policy.promisesStamps {
      report(property, operation, scope, now, what)
    } else {
      tally.expect(property)
    }
  }
}

extension ConflictPolicy {
  /// Whether stamps come from hybrid clocks, and so never contradict what somebody had seen (P9),
  /// and never lie further ahead than the server bears (P17).
  public var promisesStamps: Bool { self != .clientTimestampWins }
}
