public import Base
import Chronology
public import DomainCore

/// One scope as the server keeps it: the agreed state and the feed it is the fold of.
public struct Scope: ~Copyable {
  public var state: ScopeState
  public var feed: FlatArray<FeedRow>
  /// What somebody newer has put into the feed's operations, by their positions.
  public var unknown = UnknownFields()
  /// How often the feed was written anew, counted from 1: what a new site begins with.
  public var epoch: UInt32 = 1
  /// The greatest stamp in the feed: whatever a device has seen of the scope is not later.
  public var stampLatest: UInt64 = 0
  /// FAM-7: whether it was deleted; nothing of it is left then.
  public var isDeleted = false
  /// The members that the fold of the feed starts with.
  public var founders: FlatArray<Member>
  /// FAM-7: by place in the list, whether a member was erased; empty as long as nobody was.
  @usableFromInline var erased = FlatArray<Bool>()

  @inlinable public init(state: consuming ScopeState, rowsExpected: Int = 0) {
    founders = state.shared.members.copy()
    self.state = state
    feed = FlatArray(capacity: rowsExpected)
  }

  /// FAM-7: why a fact may not be taken in: it is about somebody who deleted their account, and
  /// would bring them back.
  @inlinable func refusalOfErased(_ fact: Fact) -> Refusal? {
    if erased.isEmpty { return nil }
    let subject = Int(fact.subject.index)
    return subject < erased.count && erased[subject] ? .ownerDeleted : nil
  }

  /// The scope as it was founded: what the fold of the feed starts from.
  public func founded() -> ScopeState {
    ScopeState(members: founders, firstDay: state.firstDay, dayCapacity: state.dayCapacity)
  }
}
