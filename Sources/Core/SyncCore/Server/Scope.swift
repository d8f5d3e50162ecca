public import Base
import Chronology
public import DomainCore

/// One scope as the server keeps it: the agreed state and the feed it is the fold of.
public struct Scope: ~Copyable {
  public var state: ScopeState
  public var feed: FlatArray<FeedRow>
  /// Fields of a later app version in the feed's operations, by their positions.
  public var unknown = UnknownFields()
  /// The texts of the feed, if the server has them.
  public var texts: ScopeTexts?
  /// The rows that had no letters in the journal that was replayed.
  @usableFromInline var rowsWithoutLetters: [UInt32] = []
  /// How often the feed was rewritten, counted from 1: the epoch of a new site.
  public var epoch: UInt32 = 1
  /// The greatest stamp in the feed: whatever a device has received of the scope is not later.
  public var stampLatest: UInt64 = 0
  /// FAM-7: whether it was deleted; nothing of it remains then.
  public var isDeleted = false
  /// The members that the fold of the feed starts with.
  public var founders: FlatArray<Member>
  /// FAM-7: by place in the list, whether a member was erased; empty as long as none was.
  @usableFromInline var erased = FlatArray<Bool>()

  @inlinable public init(state: consuming ScopeState, rowsExpected: Int = 0) {
    founders = state.shared.members.copy()
    self.state = state
    feed = FlatArray(capacity: rowsExpected)
  }

  /// FAM-7: why the server may not accept a fact: it is about a member whose account was deleted,
  /// and would restore them.
  @inlinable func refusalOfErased(_ fact: Fact) -> Refusal? {
    if erased.isEmpty { return nil }
    let subject = Int(fact.subject.index)
    return subject < erased.count && erased[subject] ? .ownerDeleted : nil
  }

  /// The initial state of the scope, which the fold of the feed starts from.
  public func founded() -> ScopeState {
    ScopeState(members: founders, firstDay: state.firstDay, dayCapacity: state.dayCapacity)
  }
}
