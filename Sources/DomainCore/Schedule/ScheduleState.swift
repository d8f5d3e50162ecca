/// What a scope has agreed on about sports, classes, occurrences and duties.
public struct ScheduleState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> ScheduleState {
    ScheduleState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing ScheduleState) -> Bool {
    true
  }
}
