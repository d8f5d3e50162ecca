import Base
public import Chronology
public import DomainCore

extension ScopeState {
  /// Folds a row of the feed into a device's copy, unless it was refused.
  ///
  /// The server sends nothing that it has not decided, so its rows name members who exist and days
  /// that are kept. A row that does not was damaged on its way, and changes nothing here.
  @inlinable mutating func fold(_ row: UnsafePointer<FeedRow>) {
    guard !row.pointee.verdict.isRejected,
      isPossible(row.pointee.operation.fact, committed: row.pointee.committed)
    else { return }
    apply(row.pointee.operation.fact, committed: row.pointee.committed)
  }

  /// Whether a fact is about somebody and some day that the state has room for, and has a payload
  /// that means something.
  @inlinable func isPossible(_ fact: Fact, committed: Instant) -> Bool {
    guard covers(fact.day), UInt64(bitPattern: committed.milliseconds) < 1 << 48 else {
      return false
    }
    // What people do in a group is not kept by day, so there is no room for that.
    let room = min(memberCount, memberCapacity)
    guard Int(fact.author.index) < room, Int(fact.subject.index) < room else {
      return isPossibleOutside(fact)
    }
    switch fact.kind {
    case .completionSet: return covers(CompletionPayload(fact.payload).day)
    case .mealLogged: return MealPortion(fact.payload).isWellFormed
    case .waterLogged, .wellnessSet: return true
    default: return isPossibleSeldom(fact)
    }
  }

  /// The same for who is in a group, or comes.
  @usableFromInline func isPossibleOutside(_ fact: Fact) -> Bool {
    fact.kind.admits
      || (fact.kind.area == .groups && Int(fact.author.index) < memberCount
        && Int(fact.subject.index) < memberCount && isPossibleSeldom(fact))
  }

  /// The same for what is said once in a while.
  @usableFromInline func isPossibleSeldom(_ fact: Fact) -> Bool {
    switch fact.kind {
    case .groupWorkoutShared:
      covers(WorkoutSummary(fact.payload).day) && Int(fact.author.index) < group.seats.count
    case .favouriteMealSet: decideFavourite(fact) == nil
    case .sessionGenerated: Int32(truncatingIfNeeded: fact.payload.first) != .min
    case .rewardClaimed: Int32(truncatingIfNeeded: fact.payload.second) != .min
    default: true
    }
  }
}
