/// What a scope has agreed on about a group: members, challenges, boards, feed.
public struct GroupState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> GroupState {
    GroupState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing GroupState) -> Bool {
    true
  }
}
