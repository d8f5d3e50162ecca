public import Base

/// What a scope has agreed on about the links to external calendars.
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

extension ScopeState {
  /// CAL-4: the link to a calendar, or nil when there never was one.
  public func calendarConnection(_ calendar: UInt8) -> CalendarConnection? {
    self.calendar.connections.row(of: RowKey(UInt64(calendar)))
  }

  /// CAL-2: what is agreed on about an occurrence and its event in a calendar.
  public func calendarMapping(
    of identity: CalendarIdentity, in calendar: UInt8
  ) -> CalendarMapping? {
    self.calendar.mappings.row(of: CalendarAddress(identity.day, in: calendar).key(of: identity))
  }
}
