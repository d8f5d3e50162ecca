/// A zone with the period of its current offset, for code that asks all the time.
///
/// As long as the questions are about the same period, which lasts months, each costs two
/// comparisons and an addition; outside it the cursor moves by a search in the zone's table.
public struct ZoneCursor: BitwiseCopyable, Sendable {
  public let zone: Zone
  @usableFromInline var offset: Int64
  @usableFromInline var from: Int64
  @usableFromInline var until: Int64

  /// A cursor that finds its period when it is first asked.
  @inlinable
  public init(_ zone: Zone) {
    self.zone = zone
    offset = 0
    from = .max
    until = .min
  }

  @inlinable
  public mutating func offsetMilliseconds(at instant: Instant) -> Int32 {
    Int32(truncatingIfNeeded: refreshedOffset(at: instant))
  }

  @inlinable
  public mutating func localDay(at instant: Instant) -> LocalDay {
    let local = instant.milliseconds + refreshedOffset(at: instant)
    return LocalDay(number: Int32(floorDivided(local, by: Span.day).quotient))
  }

  /// The wall clock's time of day, as milliseconds since 00:00.
  @inlinable
  public mutating func millisecondOfDay(at instant: Instant) -> Int32 {
    let local = instant.milliseconds + refreshedOffset(at: instant)
    return Int32(truncatingIfNeeded: floorDivided(local, by: Span.day).remainder)
  }

  /// SCH-3: the instant of a wall time, by the policy of `Zone.instant(of:millisecondOfDay:)`.
  ///
  /// What lies in the cursor's period and cannot have been shown before needs no search. A wall
  /// time is shown twice within a day of the clock being put back, so a period's first day is left
  /// to the search; what follows the period shows it later, if at all.
  @inlinable
  public mutating func instant(of day: LocalDay, millisecondOfDay: Int32) -> Instant {
    let local = Int64(day.number) * Span.day + Int64(millisecondOfDay)
    var candidate = local - offset
    if candidate < from || candidate >= until {
      candidate = local - refreshedOffset(at: Instant(milliseconds: candidate))
    }
    if candidate < until && (from == .min || candidate >= from + Span.day) {
      return Instant(milliseconds: candidate)
    }
    return zone.instant(of: day, millisecondOfDay: millisecondOfDay)
  }

  /// The first instant of a local day, as `Zone.startOfDay(_:)` has it.
  @inlinable
  public mutating func startOfDay(_ day: LocalDay) -> Instant {
    instant(of: day, millisecondOfDay: 0)
  }

  @inlinable
  mutating func refreshedOffset(at instant: Instant) -> Int64 {
    if instant.milliseconds < from || instant.milliseconds >= until { move(to: instant) }
    return offset
  }

  @usableFromInline
  mutating func move(to instant: Instant) {
    let schedule = ZoneTable.schedule(of: zone.id)
    let period = schedule.period(schedule.index(at: instant.milliseconds))
    offset = period.offset
    from = period.from
    until = period.until
  }
}
