public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// The greatest stamps of what there was, by which the watch knows what came after what.
@usableFromInline struct StampHistory: ~Copyable {
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
@usableFromInline struct CausalityChecker: ~Copyable {
  /// What the log has been given so far.
  @usableFromInline var stamps = StampHistory()

  @usableFromInline init() {}

  mutating func addSite() { stamps.addSite() }

  mutating func begin(with server: borrowing Server) { stamps.begin(with: server) }

  @inlinable func checkDraftedInOrder<Storage: ReplicaStorage & ~Copyable>(
    _ index: Int, on replica: borrowing Replica<Storage>, at now: Instant,
    _ shared: inout MonitorState
  ) {
    guard shared.isSampled(scope: replica.scope) else { return }
    let operation = replica.store.pending(index)
    let stamp = operation.fact.version.stamp
    shared.tally.count(.causality)
    if index > 0 && stamp <= replica.store.pending(index - 1).fact.version.stamp {
      shared.reportOrder(
        .causality, operation, operation.scope, now,
        "a device gave an operation a stamp that is not greater than those queued before it")
    } else if stamp <= stamps.greatest(operation.scope, before: Int(operation.basis)),
      !shared.isOutside(replica)
    {
      shared.reportOrder(
        .causality, operation, operation.scope, now,
        "a device gave an operation a stamp that is not greater than every stamp it had seen")
    }
  }

  /// Whoever was refused at the door counts positions of a feed of their own.
  @inlinable func checkLoggedInOrder(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    let (site, stamp) = (Int(row.operation.site), row.operation.fact.version.stamp)
    if !row.operation.fact.kind.admits {
      shared.tally.count(.causality)
      if stamp <= stamps.inLog[site] {
        shared.reportOrder(
          .causality, row.operation, scope, now,
          "the log has an operation whose stamp is not greater than its site's last one")
      } else if stamp <= stamps.greatest(scope, before: Int(row.operation.basis)) {
        shared.reportOrder(
          .causality, row.operation, scope, now,
          "the log has an operation whose stamp is not greater than what its author had seen")
      }
    }
  }

  /// A row of a log has been looked at; who was refused at the door is in none.
  @inlinable mutating func noteLogged(_ row: FeedRow, scope: UInt32, isInLog: Bool) {
    let (site, stamp) = (Int(row.operation.site), row.operation.fact.version.stamp)
    stamps.inLog[site] = max(stamps.inLog[site], stamp)
    if isInLog { stamps.append(stamp, to: scope) }
  }
}

extension ConflictPolicy {
  /// Whether stamps come from hybrid clocks, and so never contradict what somebody had seen (P9),
  /// and never lie further ahead than the server bears (P17).
  public var promisesStamps: Bool { self != .clientTimestampWins }
}
