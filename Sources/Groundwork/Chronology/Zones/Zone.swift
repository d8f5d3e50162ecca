/// A time zone of the compiled-in table, as a handle of two bytes.
///
/// Code that asks often keeps a `ZoneCursor`, which searches only when the offset changes.
public struct Zone: BitwiseCopyable, Hashable, Sendable {
  public let id: UInt16

  /// The zone of a handle, which must be one of the table's.
  public init(id: UInt16) {
    precondition(id < ZoneTable.zoneCount, "the table has no such zone")
    self.id = id
  }

  @inlinable
  init(uncheckedID id: UInt16) {
    self.id = id
  }

  /// Coordinated Universal Time, handle 0.
  @inlinable
  public static var utc: Zone { Zone(uncheckedID: 0) }

  /// The IANA release that the table was made from, such as "2026f".
  public static var tzdataRelease: String { ZoneTable.release }

  /// How many zones there are.
  public static var count: Int { ZoneTable.zoneCount }

  public static var all: [Zone] {
    (0..<UInt16(ZoneTable.zoneCount)).map { Zone(uncheckedID: $0) }
  }
}

extension Zone {
  /// What must be added to UTC to read a clock in this zone; O(log changes).
  public func offsetMilliseconds(at instant: Instant) -> Int32 {
    let schedule = ZoneTable.schedule(of: id)
    return Int32(schedule.period(schedule.index(at: instant.milliseconds)).offset)
  }

  public func localDay(at instant: Instant) -> LocalDay {
    let local = instant.milliseconds + Int64(offsetMilliseconds(at: instant))
    return LocalDay(number: Int32(floorDivided(local, by: Span.day).quotient))
  }

  /// The wall clock's time of day, as milliseconds since 00:00.
  public func millisecondOfDay(at instant: Instant) -> Int32 {
    let local = instant.milliseconds + Int64(offsetMilliseconds(at: instant))
    return Int32(floorDivided(local, by: Span.day).remainder)
  }

  /// SCH-3: the instant at which a clock in this zone shows a wall time.
  ///
  /// A wall time that does not exist moves forward by the gap; one that occurs twice is the first.
  ///
  /// Periods are tried in order from one that surely began before, so the first that holds the
  /// wall time is the earliest. If none does, it fell between two of them, and the offset before
  /// the gap is what moves it forward by the gap.
  public func instant(of day: LocalDay, millisecondOfDay: Int32) -> Instant {
    let local = Int64(day.number) * Span.day + Int64(millisecondOfDay)
    let schedule = ZoneTable.schedule(of: id)
    var index = schedule.index(at: local - Zone.offsetBound)
    var period = schedule.period(index)
    var milliseconds = local - period.offset
    while milliseconds >= period.until {
      index += 1
      period = schedule.period(index)
      if local - period.offset < period.from { break }
      milliseconds = local - period.offset
    }
    return Instant(milliseconds: milliseconds)
  }

  /// The first instant of a local day, which is not 00:00 where the clock skips it.
  ///
  /// A gap that contains midnight begins with it in every zone of the table (a test checks that),
  /// so 00:00 moved forward is the first instant. A day that is skipped altogether starts with the
  /// day after it.
  public func startOfDay(_ day: LocalDay) -> Instant {
    instant(of: day, millisecondOfDay: 0)
  }

  /// From the first instant of a local day to that of the next: 23, 24, 25 hours or odder.
  public func dayLengthMilliseconds(of day: LocalDay) -> Int64 {
    startOfDay(day.adding(days: 1)) - startOfDay(day)
  }

  /// No zone is further than this from UTC.
  private static var offsetBound: Int64 { 16 * Span.hour }
}
