public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// The greatest stamps so far, by which the monitor knows the order of operations.
@usableFromInline struct StampHistory: ~Copyable {
  /// By site, the stamp of its last operation in the log.
  @usableFromInline var inLog = FlatArray<UInt64>()
  /// By scope and position, the greatest stamp of all earlier rows.
  @usableFromInline var before = OwnedArray<FlatArray<UInt64>>()

  /// Whether a server has failed over: a basis may count rows then that no longer exist.
  @usableFromInline var hasFailedOver = false

  init() {}

  /// Starts over after a failover, with the rows of the new server.
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

// P9: causality. An operation's stamp is greater than all stamps that its author had seen and than
// those of the site's earlier operations, so comparing stamps never gives the wrong order.
//
// Checked at each commit against the queued operations and the device's rows, and again at each row
// of the log, for the server may have given another stamp. The server may also have corrected an
// earlier stamp of the same device, so operations that have left the outbox are not compared. A
// policy that uses the phone's clock as it is guarantees neither: the checker counts its violations
// as expected.
@usableFromInline struct CausalityChecker: ~Copyable {
  /// The stamps of the log so far.
  @usableFromInline var stamps = StampHistory()

  @usableFromInline init() {}

  mutating func addSite() { stamps.addSite() }

  mutating func begin(with server: borrowing Server) { stamps.begin(with: server) }

  @inlinable func checkDraftedInOrder<Storage: ReplicaStorage & ~Copyable>(
    _ index: Int, on replica: borrowing Replica<Storage>, at now: Instant,
    _ shared: inout MonitorState
  ) {
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

  /// The positions of a rejected newcomer count rows of a feed of their own.
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

  /// Records a checked row of a log; a newcomer's rejection is in no log.
  @inlinable mutating func noteLogged(_ row: FeedRow, scope: UInt32, isInLog: Bool) {
    let (site, stamp) = (Int(row.operation.site), row.operation.fact.version.stamp)
    stamps.inLog[site] = max(stamps.inLog[site], stamp)
    if isInLog { stamps.append(stamp, to: scope) }
  }
}

extension ConflictPolicy {
  /// Whether stamps come from hybrid clocks, so that they never contradict what an author had seen
  /// (P9) and are never further ahead than the server allows (P17).
  public var promisesStamps: Bool { self != .clientTimestampWins }
}
