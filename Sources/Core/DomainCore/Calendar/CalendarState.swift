public import Base

/// The state of a scope's links to external calendars.
public struct CalendarState: AreaState, ~Copyable {
  /// By number of the calendar.
  public var connections = IndexedTable<CalendarConnection>()
  /// By occurrence and calendar.
  public var mappings = IndexedTable<CalendarMapping>()
  /// By the fact that recorded them.
  public var conflicts = IndexedTable<CalendarConflict>()

  public init() {}

  public mutating func pair(with other: borrowing CalendarState, _ fields: inout some FieldVisitor)
  {
    fields.same(&connections, other.connections)
    fields.same(&mappings, other.mappings)
    fields.same(&conflicts, other.conflicts)
  }
}
