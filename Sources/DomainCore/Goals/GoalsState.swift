/// What a scope has agreed on about goals and their progress.
public struct GoalsState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> GoalsState {
    GoalsState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing GoalsState) -> Bool {
    true
  }
}
