import Base

/// The state of a scope's courses and items.
public struct AcademicsState: AreaState, ~Copyable {
  var courses = IndexedTable<Course>()
  var items = IndexedTable<AcademicItem>()
  /// Items by owner and due day.
  var dueDays = DayIndex()

  public init() {}

  public mutating func pair(with other: borrowing AcademicsState, _ fields: inout some FieldVisitor)
  {
    fields.same(&courses, other.courses)
    fields.same(&items, other.items)
    fields.follows(&dueDays, other.dueDays)
  }
}
