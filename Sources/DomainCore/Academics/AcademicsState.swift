import Base

/// What a scope has agreed on about courses and what is due.
public struct AcademicsState: ~Copyable {
  var courses: KeyedRows<Course>
  var items: KeyedRows<AcademicItem>
  /// Items by owner and due day.
  var dueDays: DayChains

  public init() {
    courses = KeyedRows()
    items = KeyedRows()
    dueDays = DayChains()
  }

  /// The same in memory of its own.
  public func copy() -> AcademicsState {
    var copy = AcademicsState()
    copy.courses = courses.copy()
    copy.items = items.copy()
    copy.dueDays = dueDays.copy()
    return copy
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing AcademicsState) -> Bool {
    courses.isIdentical(to: other.courses) && items.isIdentical(to: other.items)
  }
}
