public import Base
public import DomainCore

/// One scope as the server keeps it: the agreed state and the feed it is the fold of.
public struct Scope: ~Copyable {
  public var state: ScopeState
  public var feed: FlatArray<FeedRow>
  public var epoch: UInt32 = 1
  /// The greatest stamp in the feed: whatever a device has seen of the scope is not later.
  public var stampLatest: UInt64 = 0

  @inlinable public init(state: consuming ScopeState, rowsExpected: Int = 0) {
    self.state = state
    feed = FlatArray(capacity: rowsExpected)
  }
}
