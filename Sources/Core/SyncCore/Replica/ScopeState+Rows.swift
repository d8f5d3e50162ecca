import Base
import Chronology
public import DomainCore

extension ScopeState {
  /// Folds a row of the feed into a device's copy, unless it was refused.
  ///
  /// The server sends nothing that it has not decided, so its rows name members who exist and days
  /// that are kept. A row that does not was damaged on its way, and changes nothing here.
  @inlinable mutating func fold(_ row: UnsafePointer<FeedRow>) {
    if row.pointee.verdict.isRejected || !hasRoom(for: row) { return }
    apply(row.pointee.operation.fact, committed: row.pointee.committed)
  }

  /// Whether the state has room for whom and what day a row is about. In place, for it is asked of
  /// every row on every device.
  @inlinable @inline(__always) func hasRoom(for row: UnsafePointer<FeedRow>) -> Bool {
    let last = max(
      row.pointee.operation.fact.author.index, row.pointee.operation.fact.subject.index)
    guard Int(last) < min(memberCount, memberCapacity), covers(row.pointee.operation.fact.day)
    else { return hasRoomForOutsider(for: row.pointee.operation.fact) }
    switch row.pointee.operation.fact.kind {
    case .completionSet:
      return covers(CompletionPayload(row.pointee.operation.fact.payload).day)
    case .groupWorkoutShared: return hasRoomForOutsider(for: row.pointee.operation.fact)
    default: return true
    }
  }

  /// Folds what waits on a device into what it shows, as taken in when it was said. A server that
  /// began anew may no longer know whom that is about; then it shows nothing, until it is refused.
  public mutating func foldPending(_ fact: Fact) {
    let last = Int(max(fact.author.index, fact.subject.index))
    let isKnown = last < min(memberCount, memberCapacity) && fact.kind != .groupWorkoutShared
    guard isKnown || hasRoomForOutsider(for: fact) else { return }
    apply(fact, committed: fact.version.instant)
  }

  /// The same for who is in a group, whose doings are not kept by day, and for who comes.
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
  /// Whether some server can have taken the row in, as far as that shows without a state.
  var isPossible: Bool {
    guard UInt64(bitPattern: committed.milliseconds) < 1 << 48 else { return false }
    if verdict.isRejected { return true }
    let fact = operation.fact
    return switch fact.kind {
    case .mealLogged: MealPortion(fact.payload).isWellFormed
    case .favoriteMealSet: decideFavorite(fact) == nil
    case .sessionGenerated: Int32(truncatingIfNeeded: fact.payload.first) != .min
    case .rewardClaimed: Int32(truncatingIfNeeded: fact.payload.second) != .min
    default: true
    }
  }
}
