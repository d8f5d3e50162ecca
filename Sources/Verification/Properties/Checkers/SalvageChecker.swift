import Chronology
import DomainCore
import SyncCore

/// P26: what a dishonest disk has done to a replica is reported, and nothing is made up: an app
/// that has salvaged its data does not claim to have lost less than it has, and what it hands over
/// is as it was saved.
enum SalvageChecker {
  static func check<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, ofSite site: UInt32, pendingLost: Int?, at now: Instant,
    _ shared: inout MonitorState
  ) {
    checkContent(replica, site, at: now, &shared)
    let lost = lostOperations(replica, site, shared)
    if let pendingLost, lost.count > pendingLost {
      shared.reportSite(
        .storageHonesty, site, replica.scope, now,
        "an app reports fewer lost operations than its disk has lost",
        expected: "\(lost.count)", found: "\(pendingLost)")
    }
    // They were reported, so no one waits for them.
    for sequence in lost { shared.ledger.lostToDisk(sequence, of: site) }
    let waits = replica.store.pendingCount > 0
    shared.ledger.salvaged(
      before: waits ? replica.store.pending(0).sequence : UInt32(shared.ledger.count(site)) + 1,
      of: site)
  }

  /// A copy that was salvaged hands over what it kept, and skips nothing: another install may have
  /// it (P4, which the server's log shows).
  static func checkCopy<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, ofSite site: UInt32, at now: Instant,
    _ shared: inout MonitorState
  ) {
    checkContent(replica, site, at: now, &shared)
  }

  private static func checkContent<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ site: UInt32, at now: Instant,
    _ shared: inout MonitorState
  ) {
    shared.tally.count(.storageHonesty)
    for index in 0..<replica.store.pendingCount {
      let operation = replica.store.pending(index)
      guard shared.ledger.knows(operation),
        !shared.ledger.hasSameContent(
          operation, in: replica.store.texts,
          mayLackTexts: shared.mayLackTexts(operation, in: replica.scope))
      else { continue }
      shared.reportSite(
        .storageHonesty, site, replica.scope, now,
        "an app hands over another operation than was saved", sequence: operation.sequence)
    }
  }

  /// The saved operations of a site that no one has: they are neither decided nor kept.
  private static func lostOperations<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ site: UInt32, _ shared: borrowing MonitorState
  ) -> [UInt32] {
    var kept: [UInt32] = []
    for index in 0..<replica.store.pendingCount {
      kept.append(replica.store.pending(index).sequence)
    }
    for index in 0..<replica.rejectedCount {
      kept.append(replica.rejected(index).operation.sequence)
    }
    return (1..<UInt32(shared.ledger.count(site)) + 1).filter { sequence in
      let entry = shared.ledger.entry(site, sequence)
      return !entry.isDecided && !entry.isReturnedUndecided && !entry.isPermanentlyLost
        && !entry.isLost && !kept.contains(sequence)
    }
  }
}
