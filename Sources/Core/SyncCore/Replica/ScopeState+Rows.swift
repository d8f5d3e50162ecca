import Base
import Chronology
public import DomainCore

extension ScopeState {
  /// Folds a row of the feed into a device's copy, unless it was rejected.
  ///
  /// The server sends nothing that it has not decided, so its rows name existing members and days
  /// within the capacity. Any other row was damaged in flight, and changes nothing here.
  @inlinable mutating func fold(_ row: UnsafePointer<FeedRow>) {
    if row.pointee.verdict.isRejected || !hasRoom(for: row) { return }
    apply(row.pointee.operation.fact, committed: row.pointee.committed)
  }

  /// Whether the state has room for the members and the day of a row. In place, for this check runs
  /// for every row on every device.
  @inlinable @inline(__always) func hasRoom(for row: UnsafePointer<FeedRow>) -> Bool {
    let last = max(
      row.pointee.operation.fact.author.index, row.pointee.operation.fact.subject.index)
    guard Int(last) < min(memberCount, shared.memberCapacity),
      covers(row.pointee.operation.fact.day)
    else { return hasRoomForOutsider(for: row.pointee.operation.fact) }
    switch row.pointee.operation.fact.kind {
    case .completionSet:
      return covers(CompletionPayload(row.pointee.operation.fact.payload).day)
    case .groupWorkoutShared: return hasRoomForOutsider(for: row.pointee.operation.fact)
    default: return true
    }
  }

  /// Folds a pending operation into what the device shows, as if accepted when it was submitted.
  /// After a failover the server may no longer know its member; then it has no effect until it is
  /// rejected. The same holds for one with a day that no copy has room for, which only a storage
  /// that was manipulated has.
  public mutating func foldPending(_ fact: Fact) {
    let last = Int(max(fact.author.index, fact.subject.index))
    let isKnown =
      last < min(memberCount, shared.memberCapacity) && fact.kind != .groupWorkoutShared
      && covers(fact.day)
      && (fact.kind != .completionSet || covers(CompletionPayload(fact.payload).day))
    guard isKnown || hasRoomForOutsider(for: fact) else { return }
    apply(fact, committed: fact.version.instant)
  }

  /// The same for members of a group, whose actions are not kept by day, and for newcomers.
  @usableFromInline func hasRoomForOutsider(for fact: Fact) -> Bool {
    guard covers(fact.day) else { return false }
    if fact.kind.admits { return true }
    guard fact.kind.area == .groups, Int(fact.author.index) < memberCount,
      Int(fact.subject.index) < memberCount
    else { return false }
    return fact.kind != .groupWorkoutShared
      || (covers(WorkoutSummary(fact.payload).day) && Int(fact.author.index) < group.seats.count)
  }
}

extension FeedRow {
  /// Whether some server can have accepted the row, as far as that is visible without a state.
  var isPossible: Bool {
    guard UInt64(bitPattern: committed.milliseconds) < 1 << 48 else { return false }
    return verdict.isRejected || operation.fact.isPossible
  }
}

extension Fact {
  /// Whether some rules can have accepted it, as far as that is visible without a state.
  var isPossible: Bool {
    switch kind {
    case .mealLogged: MealPortion(payload).isWellFormed
    case .favoriteMealSet: decideFavorite(self) == nil
    case .sessionGenerated: Int32(truncatingIfNeeded: payload.first) != .min
    case .rewardClaimed: Int32(truncatingIfNeeded: payload.second) != .min
    default: true
    }
  }
}
