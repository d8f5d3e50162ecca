import Base
public import Chronology
public import DomainCore
import ReferenceModels
public import SyncCore

// P7 of pending operations of the less frequent kinds: after a page a device still shows what it
// has created and deleted, and in the field that was written last the greatest write of the log and
// its own outbox.
//
// Checked after a sample of the pages that leave such an operation pending, because the shown state
// must be built for it. Former members, apps that read only part of the feed, and logs that lost
// rows in a failover are skipped, as is everything that a calendar may have written.
@usableFromInline struct PendingFoldedChecker: ~Copyable {
  @usableFromInline init() {}

  /// Nearly always nothing is pending, or nothing of these kinds, or the page is not in the sample.
  @inlinable @inline(__always)
  func checkPendingFolded<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ versions: borrowing VersionsChecker,
    on server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) {
    let pending = replica.store.pendingCount
    guard pending > 0 else { return }
    let last = replica.store.pending(pending - 1)
    guard !last.fact.kind.isOverlaid, isChosen(last, at: replica.store.position) else { return }
    checkPending(replica, versions, on: server, at: now, &shared)
  }

  /// Depends on the last pending operation and the position, so that a seed always has the same
  /// sample.
  @inlinable func isChosen(_ operation: Operation, at position: UInt32) -> Bool {
    let randomWord = UInt64(position) << 32 | UInt64(operation.sequence) << 8
    return ((randomWord | UInt64(operation.fact.kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15) >> 58 == 0
  }

  @usableFromInline func checkPending<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, _ versions: borrowing VersionsChecker,
    on server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) {
    guard shared.settings.policy == .fieldwise, replica.store.head.incarnation == 0,
      !versions.readsPartially(replica)
    else { return }
    let shown = replica.shown
    let pending = replica.store.pendingCount
    for index in max(0, pending - 32)..<pending {
      let operation = replica.store.pending(index)
      let author = Int(operation.fact.author.index)
      guard author < shown.pointee.memberCount, shown.pointee.member(operation.fact.author).isActive
      else { continue }
      shared.noteShown(
        PendingVisibility.isThere(operation.fact, in: shown.pointee), operation, at: now,
        "a device no longer shows a pending operation")
    }
    let last = replica.store.pending(pending - 1)
    for field in RecordModel.fields(of: last.fact) {
      let standing = standing(field, replica, on: server)
      guard let standing, !PendingVisibility.isGone(standing, in: shown.pointee) else { continue }
      shared.noteShown(
        FieldVisibility.shows(standing, in: shown.pointee), last, at: now,
        "a device shows a field that is neither what it read nor what was submitted")
    }
  }

  /// The value of a field by the rows that a device has read and its later operations.
  private func standing<Storage: ReplicaStorage & ~Copyable>(
    _ field: Fact, _ replica: borrowing Replica<Storage>, on server: borrowing Server
  ) -> Fact? {
    let scope = Int(replica.scope)
    guard field.kind != .occurrenceFieldSet, field.kind.area != .groups,
      Int(replica.store.position) <= server.scopes[scope].feed.count
    else { return nil }
    var records = RecordModel()
    let tables = replica.store.texts.flatMap { own in
      server.scopes[scope].texts.map { (own, $0) }
    }
    for position in 0..<Int(replica.store.position) {
      let row = server.scopes[scope].feed[position]
      let fact = row.operation.fact
      guard fact.isAbout(field), !row.verdict.isRejected else { continue }
      records.ingest(tables.map { fact.inTable($0, from: $1) } ?? fact)
    }
    for index in 0..<replica.store.pendingCount {
      let fact = replica.shownFact(index)
      if fact.isAbout(field) { records.ingest(fact) }
    }
    return records.standing(field)
  }
}

/// Whether a state shows a creation or a permanent deletion, whatever came after it.
enum PendingVisibility {
  /// Nil for other operations, and for those that others may have undone.
  static func isThere(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    switch fact.kind {
    case .goalCreated: state.goals.goal(fact.identity) != nil
    case .goalDeleted: state.goals.goal(fact.entity).map(\.isDeleted)
    case .rewardOffered: state.rewards.reward(fact.identity) != nil
    case .rewardWithdrawn: state.rewards.reward(fact.entity).map(\.isWithdrawn)
    case .sportCreated: state.schedule.sport(fact.identity) != nil
    case .sportDeleted: state.schedule.sport(fact.entity).map(\.isDeleted)
    case .classCreated: state.schedule.trainingClass(fact.identity) != nil
    case .classDeleted: state.schedule.trainingClass(fact.entity).map(\.isDeleted)
    case .templateCreated: state.training.template(fact.identity) != nil
    case .sessionCreated: state.training.session(SessionKey(fact.identity)) != nil
    case .workoutAssigned: state.training.assignment(fact.identity) != nil
    case .workoutLogged: state.training.workout(fact.identity) != nil
    case .trainingLogDeleted: state.training.workout(fact.entity).map(\.isDeleted)
    case .courseCreated: state.academics.course(fact.identity) != nil
    case .academicItemCreated: state.academics.academicItem(fact.identity) != nil
    case .trophyMade: state.rewards.customTrophy(fact.identity) != nil
    case .memberAdded: state.shared.member(joinedBy: fact.identity) != nil
    case .invitationMade: state.families.invitation(fact.identity) != nil
    default: nil
    }
  }

  /// Whether the record of a field does not exist, or does not exist any more.
  static func isGone(_ field: Fact, in state: borrowing ScopeState) -> Bool {
    let thing = field.entity
    switch field.kind {
    case .goalTextSet, .goalMetricSet, .goalAttendanceSet:
      return state.goals.goal(thing).map(\.isDeleted) ?? true
    case .sportFieldSet: return state.schedule.sport(thing).map(\.isDeleted) ?? true
    case .classFieldSet, .classRuleSet, .attendanceSet:
      return state.schedule.trainingClass(thing).map { !state.schedule.isAlive($0) } ?? true
    case .participantSet:
      if let sport = state.schedule.sport(thing) { return sport.isDeleted }
      return state.schedule.trainingClass(thing).map { !state.schedule.isAlive($0) } ?? true
    case .sessionChanged:
      let key = TrainingChange(field.payload, hasDay: true).key(of: thing)
      return state.training.session(key).map(\.isDeleted) ?? true
    case .templateChanged: return state.training.template(thing).map(\.isDeleted) ?? true
    case .assignmentChanged: return state.training.assignment(thing).map(\.isWithdrawn) ?? true
    case .courseChanged: return state.academics.course(thing).map(\.isDeleted) ?? true
    case .academicItemChanged: return state.academics.academicItem(thing).map(\.isDeleted) ?? true
    case .foodTextSet: return state.nutrition.foodEntry(thing).map(\.isDeleted) ?? true
    default: return false
    }
  }
}

extension Fact {
  /// The server's fact with a device's handles; no handle stands for a text that the device lacks.
  fileprivate func inTable(_ own: ScopeTexts, from other: ScopeTexts) -> Fact {
    inOtherTable(letters: other.bytes(of:)) { own.known($0, $1) ?? TextHandle(.max) }
  }

  /// Whether the operation may write the field, or the initial value of its record.
  fileprivate func isAbout(_ field: Fact) -> Bool {
    kind == field.kind ? entity == field.entity : identity == field.entity
  }
}
