/// What a scope has agreed on about the ledger of points and what rests on it.
public struct RewardsState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> RewardsState {
    RewardsState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing RewardsState) -> Bool {
    true
  }
}
