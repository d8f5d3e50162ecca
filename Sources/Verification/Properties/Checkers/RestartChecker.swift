import Base
import Chronology
import DomainCore
public import SyncCore

/// P22: restart equivalence. An app that crashed at any point restarts from its storage as the app
/// that it was: with the same replica, and with its pending operations in the same order and shown
/// in the same way. If it stopped while it was saving, the whole transaction is there or nothing of
/// it. A disk that changes what it stores shows the same, or the storage reports that it is damaged
/// (P26).
///
/// It is created from a replica before the crash, and compared with the restarted one.
public struct RestartChecker {
  private let site: UInt32
  private let feed: [UInt32]
  private let position: UInt32
  /// The last operation that was submitted.
  public let sequence: UInt32
  private let pending: [LetteredOperation]
  private let rejected: Int
  private let base: Digest128
  private let shown: Digest128
  /// The letters of the base's texts, if the replica has a table of them.
  private let texts: [[[UInt8]?]]

  public init<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) {
    site = replica.site
    let head = replica.store.head
    feed = [head.incarnation, head.epoch, UInt32(head.revocation?.rawValue ?? 0)]
    position = replica.store.position
    sequence = replica.store.sequence
    var pending: [LetteredOperation] = []
    for index in 0..<replica.store.pendingCount {
      pending.append(LetteredOperation(replica.store.pending(index), in: replica.store.texts))
    }
    self.pending = pending
    rejected = replica.rejectedCount
    base = replica.store.state.digest
    texts = replica.store.texts?.ofFeed ?? []
    shown = replica.store.texts.map { Self.shown(on: replica, $0) } ?? replica.shown.pointee.digest
  }

  /// What a replica with a table of texts shows, whatever numbers it has given to the texts of
  /// pending operations: those may be others after a restart.
  private static func shown<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, _ texts: ScopeTexts
  ) -> Digest128 {
    // Copies are expensive, and most replicas have nothing pending: then they show the base.
    let pending = (0..<replica.store.pendingCount).map { replica.shownFact($0) }
    if pending.isEmpty {
      let base = replica.store.state.digest
      return replica.shown.pointee.digest == base ? base : .zero
    }
    guard replica.shown.pointee.digest == folded(pending, on: replica) else { return .zero }
    let table = texts.withoutDrafts()
    let renumbered = pending.map { table.moved($0, from: texts) }
    return renumbered == pending
      ? replica.shown.pointee.digest : folded(renumbered, on: replica)
  }

  private static func folded<Storage: ReplicaStorage & ~Copyable>(
    _ pending: [Fact], on replica: borrowing Replica<Storage>
  ) -> Digest128 {
    var state = replica.store.state.copy()
    for fact in pending { state.foldPending(fact) }
    return state.digest
  }

  /// Whether a replica is what it was.
  public func isSame<Storage: ReplicaStorage & ~Copyable>(
    as replica: borrowing Replica<Storage>, mayHaveWritten: Bool
  ) -> Bool {
    // The number of a site that it had before comes with the data from then.
    replica.site >= site
      && difference(RestartChecker(replica), mayHaveWritten: mayHaveWritten) == nil
  }

  func check<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, mayHaveWritten: Bool, as property: Property,
    at now: Instant, _ shared: inout MonitorState
  ) {
    shared.tally.count(property)
    guard let what = difference(RestartChecker(replica), mayHaveWritten: mayHaveWritten) else {
      return
    }
    shared.reportSite(
      property, replica.site, replica.scope, now, what, expected: words,
      found: RestartChecker(replica).words)
  }

  /// What a report says of it.
  private var words: String {
    "position \(position) of epoch \(feed[1]), \(pending.count) pending up to \(sequence), "
      + "\(rejected) rejections"
  }

  private func difference(_ after: RestartChecker, mayHaveWritten: Bool) -> String? {
    // A response may have led to another site or feed, or further on.
    if mayHaveWritten && (after.site != site || feed.lexicographicallyPrecedes(after.feed)) {
      return nil
    }
    if mayHaveWritten && after.feed == feed && after.position > position { return nil }
    return
      if after.feed != feed || after.position != position || after.base != base
      || after.texts != texts
    {
      "after a crash an app has another replica than before"
    } else if mayHaveWritten && after.sequence > sequence {
      after.pending.starts(with: pending)
        ? nil : "after a crash an app has other pending operations than before"
    } else if after.pending != pending || after.sequence != sequence {
      "after a crash an app has other pending operations than before"
    } else if after.rejected != rejected {
      "after a crash an app has other rejections than before"
    } else if after.shown != shown {
      "after a crash an app shows something else than before"
    } else {
      nil
    }
  }
}
