public import Base
public import Chronology
import DomainCore
public import SyncCore

// P15: exact rollback. After an operation was rejected, its device shows what it would show if the
// operation had never been submitted: the confirmed state with the other pending operations.
//
// Checked after each page or purge that brings rejections of the device's own operations: the shown
// state against one that is folded again, and the fields that it looks up among the pending
// operations, which must not have a rejected version.
@usableFromInline struct RollbackChecker: ~Copyable {
  /// Per site, how many rejections its device has shown so far.
  @usableFromInline var refusedBefore = FlatArray<UInt32>()

  @usableFromInline init() {}

  /// Nearly no page brings a rejection; their number tells.
  @inlinable @inline(__always)
  mutating func checkRolledBack<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = Int(replica.site)
    refusedBefore.extend(to: site + 1, repeating: 0)
    guard replica.rejectedCount != Int(refusedBefore[site]) else { return }
    checkRefused(replica, at: now, &shared)
  }

  @usableFromInline mutating func checkRefused<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = Int(replica.site)
    let before = min(Int(refusedBefore[site]), replica.rejectedCount)
    let count = replica.rejectedCount
    refusedBefore[site] = UInt32(count)
    guard count > before else { return }
    shared.tally.count(.rollback)
    for index in max(before, count - 16)..<count {
      let operation = replica.rejected(index).operation
      if operation.site == replica.site, showsRefused(operation.fact, on: replica) {
        shared.report(
          .rollback, operation, replica.scope, now, "a device still shows a rejected operation")
        return
      }
    }
    let shown = replica.shown.pointee.digest
    guard replica.store.pendingCount > 0 else {
      if shown != replica.store.state.digest {
        shared.reportSite(
          .rollback, replica.site, replica.scope, now,
          "a rejected operation has left something behind on its device")
      }
      return
    }
    var fresh = replica.store.state.copy()
    for index in 0..<replica.store.pendingCount {
      fresh.foldPending(replica.shownFact(index))
    }
    if shown != fresh.digest {
      shared.reportSite(
        .rollback, replica.site, replica.scope, now,
        "a rejected operation has left something behind on its device")
    }
  }

  /// Whether a field shows exactly the rejected version.
  private func showsRefused<Storage: ReplicaStorage & ~Copyable>(
    _ fact: Fact, on replica: borrowing Replica<Storage>
  ) -> Bool {
    switch fact.kind {
    case .completionSet:
      let day = CompletionPayload(fact.payload).day
      return replica.completion(of: fact.entity, on: day).version == fact.version
    case .wellnessSet:
      return Int(fact.subject.index) < replica.memberCount
        && replica.checkInWritten(of: fact.subject, on: fact.day).version == fact.version
    case .childMayLogSet:
      return Int(fact.subject.index) < replica.memberCount
        && replica.member(fact.subject).mayLog.version == fact.version
    case .habitCreated: return replica.habitShown(fact.identity) != nil
    case .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet,
      .habitArchivedSet:
      guard let habit = replica.habitShown(fact.entity) else { return false }
      return [
        habit.name.version, habit.text.version, habit.category.version, habit.icon.version,
        habit.rank.version, habit.archived.version,
      ].contains(fact.version)
    case .mealLogged, .waterLogged:
      guard replica.store.pendingCount == 0, Int(fact.subject.index) < replica.memberCount,
        replica.store.state.index(of: fact.day) >= 0
      else { return false }
      let index = replica.store.state.index(of: fact.day)
      return replica.nutrients(of: fact.subject, on: fact.day)
        != replica.store.state.personDay(fact.subject, index).nutrients
    default: return false
    }
  }
}
