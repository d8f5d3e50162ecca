/// SCH-3: one time that a rule's class takes place.
public struct RecurrenceOccurrence: Hashable, Sendable {
  /// The day that the rule gives, by which exceptions know the occurrence.
  ///
  /// Where the clock skips the wall time over midnight, `instant` lies on the day after.
  public let day: LocalDay
  public let instant: Instant
}

/// SCH-3: the occurrences of a rule in a range of time, found as they are asked for.
public struct RecurrenceOccurrences: Sequence, IteratorProtocol {
  private var days: RecurrenceDays
  private var cursor: ZoneCursor
  private let millisecondOfDay: Int32
  private let range: Range<Instant>
  private let excluded: ExcludedDays

  fileprivate init(
    days: RecurrenceDays, zone: Zone, millisecondOfDay: Int32, range: Range<Instant>,
    excluded: ExcludedDays
  ) {
    self.days = days
    cursor = ZoneCursor(zone)
    self.millisecondOfDay = millisecondOfDay
    self.range = range
    self.excluded = excluded
  }

  public mutating func next() -> RecurrenceOccurrence? {
    while let day = days.next() {
      if excluded.contains(day) { continue }
      let instant = cursor.instant(of: day, millisecondOfDay: millisecondOfDay)
      if range.contains(instant) { return RecurrenceOccurrence(day: day, instant: instant) }
    }
    return nil
  }
}

extension RecurrenceRule {
  /// SCH-3: the occurrences in a range of time of a class that starts on a day, at a wall time.
  ///
  /// The wall time holds across clock changes; one that does not exist moves forward by the gap,
  /// one that occurs twice is the first. Excluded days count for COUNT.
  public func occurrences(
    from start: LocalDay, millisecondOfDay: Int32, zone: Zone, in range: Range<Instant>,
    excluding excluded: ExcludedDays = ExcludedDays()
  ) -> RecurrenceOccurrences {
    precondition(
      (0..<Int32(Span.day)).contains(millisecondOfDay), "a wall time is less than a day")
    let days = resolved(in: zone, millisecondOfDay: millisecondOfDay)
      .days(
        from: start, first: Self.utcDay(of: range.lowerBound, shiftedBy: -2),
        through: Self.utcDay(of: range.upperBound, shiftedBy: 1))
    return RecurrenceOccurrences(
      days: days, zone: zone, millisecondOfDay: millisecondOfDay, range: range, excluded: excluded)
  }

  /// SCH-3: the rule with an UNTIL that is an instant replaced by the last local day before it.
  public func resolved(in zone: Zone, millisecondOfDay: Int32) -> RecurrenceRule {
    guard case .untilInstant(let instant) = end else { return self }
    var day = zone.localDay(at: instant).adding(days: 1)
    while zone.instant(of: day, millisecondOfDay: millisecondOfDay) > instant {
      day = day.adding(days: -1)
    }
    return ending(.until(day))
  }

  /// A day surely outside of a range: local days are within one of the UTC day, gaps move one more.
  private static func utcDay(of instant: Instant, shiftedBy days: Int64) -> LocalDay {
    let day = floorDivided(instant.milliseconds, by: Span.day).quotient
    return LocalDay(number: Int32(clamping: day + days))
  }
}
