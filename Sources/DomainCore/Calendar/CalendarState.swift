/// What a scope has agreed on about the link to an external calendar.
public struct CalendarState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> CalendarState {
    CalendarState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing CalendarState) -> Bool {
    true
  }
}
