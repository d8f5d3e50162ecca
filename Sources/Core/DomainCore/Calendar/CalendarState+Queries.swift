// Calendar: queries of connections and mapped events.

import Base

extension CalendarState {
  /// CAL-4: the link to a calendar, or nil when it was never connected.
  public func calendarConnection(_ calendar: UInt8) -> CalendarConnection? {
    connections.row(of: RowKey(UInt64(calendar)))
  }

  /// CAL-2: the agreed state of an occurrence and its event in a calendar.
  public func calendarMapping(
    of identity: CalendarIdentity, in calendar: UInt8
  ) -> CalendarMapping? {
    mappings.row(of: CalendarAddress(identity.day, in: calendar).key(of: identity))
  }
}
