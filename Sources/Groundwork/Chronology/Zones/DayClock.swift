/// The wall clock of one local day, which turns times of that day into instants.
///
/// A time of a day is what a clock on the wall shows, on days of 23 and 25 hours too: 07:30 is
/// 07:30 and not seven and a half hours after midnight. A time that the clock skips moves forward
/// by the gap; one that it shows twice is the first.
public struct DayClock: BitwiseCopyable, Sendable {
  public let day: LocalDay
  /// Knows the day's period, so that a time of the day needs no search in the zone's table.
  private let cursor: ZoneCursor

  public init(_ zone: Zone, on day: LocalDay) { self.init(ZoneCursor(zone), on: day) }

  fileprivate init(_ cursor: ZoneCursor, on day: LocalDay) {
    self.day = day
    var cursor = cursor
    _ = cursor.startOfDay(day)
    self.cursor = cursor
  }

  public var zone: Zone { cursor.zone }

  /// The instant of a time of the day, in milliseconds since 00:00 on the clock.
  public func instant(at millisecondOfDay: Int64) -> Instant {
    precondition((0..<Span.day).contains(millisecondOfDay), "a time of a day is less than 24 hours")
    var cursor = cursor
    return cursor.instant(of: day, millisecondOfDay: Int32(millisecondOfDay))
  }
}

extension ZoneCursor {
  /// The clock of a day in this zone.
  public func clock(of day: LocalDay) -> DayClock { DayClock(self, on: day) }
}
