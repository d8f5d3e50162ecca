import Base
public import Chronology
import DomainCore
public import SyncCore

/// P27 of tables: after a deletion a table has the texts of what is still there, and no others. It
/// is reported as P12, like everything that is left of a person.
///
/// Checked on the server at each deletion, and on a device whenever it starts again or drops
/// everything. Journals, files and messages are searched by tests.
@usableFromInline enum ErasedTexts {
  /// Whether each text in a scope's table belongs to a row of its feed.
  static func hasOnlyThose(of scope: borrowing Scope) -> Bool {
    guard let texts = scope.texts else { return true }
    var found: Set<[UInt8]> = []
    for position in 0..<scope.feed.count { note(scope.feed[position].operation, in: texts, &found) }
    return texts.all.allSatisfy(found.contains)
  }

  /// Checks a device that has just started again from a snapshot of the current feed: someone may
  /// have been erased from it.
  @usableFromInline static func checkStartedAgain<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState
  ) {
    guard let texts = replica.store.texts, shared.wasErased(replica.scope),
      replica.store.epoch == server.sites[Int(replica.site)].epoch
    else { return }
    shared.tally.count(.isolation)
    var operations: [Operation] = []
    for index in 0..<replica.store.pendingCount { operations.append(replica.store.pending(index)) }
    for index in 0..<replica.rejectedCount { operations.append(replica.rejected(index).operation) }
    var found: Set<[UInt8]> = []
    var isClean = true
    for operation in operations {
      note(operation, in: texts, &found)
      if !operation.fact.kind.isOfScope && shared.isOfErased(operation.fact, replica.scope) {
        isClean = isClean && operation.fact.texts.allSatisfy { $0 == .empty }
      }
    }
    if !isClean || !texts.ofDrafts.allSatisfy(found.contains) {
      report(replica, "a device keeps words of a deleted person", now, &shared)
    }
  }

  /// Checks a device that has just dropped everything: it has only the texts of what it could not
  /// send, and none if its own person's account was deleted.
  static func checkDropped<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    guard let texts = replica.store.texts, replica.revocation != nil else { return }
    shared.tally.count(.isolation)
    var found: Set<[UInt8]> = []
    if replica.revocation != .accountDeleted {
      for index in 0..<replica.rejectedCount {
        note(replica.rejected(index).operation, in: texts, &found)
      }
    }
    if !texts.all.allSatisfy(found.contains) {
      report(replica, "a device keeps texts of a scope without access", now, &shared)
    }
  }

  private static func note(
    _ operation: Operation, in texts: ScopeTexts, _ found: inout Set<[UInt8]>
  ) {
    for case let text? in operation.fact.letters(in: texts) {
      found.insert(text)
      found.insert(Array(NameTable.folded(String(decoding: text, as: UTF8.self)).utf8))
    }
  }

  private static func report<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ what: String, _ now: Instant,
    _ shared: inout MonitorState
  ) {
    shared.reportSite(.isolation, replica.site, replica.scope, now, what)
  }
}
