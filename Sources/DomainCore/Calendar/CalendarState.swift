public import Base

/// What a scope has agreed on about the links to external calendars.
public struct CalendarState: ~Copyable {
  /// By number of the calendar.
  public var connections: KeyedRows<CalendarConnection>
  /// By occurrence and calendar.
  public var mappings: KeyedRows<CalendarMapping>
  /// By the fact that recorded them.
  public var conflicts: KeyedRows<CalendarConflict>

  public init() {
    connections = KeyedRows()
    mappings = KeyedRows()
    conflicts = KeyedRows()
  }

  /// The same in memory of its own.
  public func copy() -> CalendarState {
    var copy = CalendarState()
    copy.connections = connections.copy()
    copy.mappings = mappings.copy()
    copy.conflicts = conflicts.copy()
    return copy
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing CalendarState) -> Bool {
    connections.isIdentical(to: other.connections) && mappings.isIdentical(to: other.mappings)
      && conflicts.isIdentical(to: other.conflicts)
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
