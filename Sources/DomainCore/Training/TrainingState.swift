/// What a scope has agreed on about sessions, templates and workouts.
public struct TrainingState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> TrainingState {
    TrainingState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing TrainingState) -> Bool {
    true
  }
}
