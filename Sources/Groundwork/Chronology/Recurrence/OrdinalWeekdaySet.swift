/// SCH-3: weekdays by their place in a month, as BYDAY lists them: 2TU, -1FR.
///
/// Seven bits for each place, the first to the fifth from the month's start and likewise from its
/// end, so that a rule is a trivial value and a whole month is matched by a few shifts.
public struct OrdinalWeekdaySet: Hashable, Sendable {
  private var fromStart: UInt64 = 0
  private var fromEnd: UInt64 = 0

  public init() {}

  /// The weekdays whose bits are set, seven of them for each of five places.
  public init(fromStart: UInt64, fromEnd: UInt64) {
    self.fromStart = fromStart & (1 << 35 - 1)
    self.fromEnd = fromEnd & (1 << 35 - 1)
  }

  public var isEmpty: Bool { fromStart == 0 && fromEnd == 0 }

  /// Adds the `ordinal`th such weekday of the month, -1 being the last; at most the fifth.
  public mutating func insert(ordinal: Int, weekday: Int) {
    precondition((1...5).contains(ordinal.magnitude), "an ordinal is 1 to 5 or -5 to -1")
    let bit = UInt64(WeekdaySet(weekday: weekday).rawValue) << (7 * (Int(ordinal.magnitude) - 1))
    if ordinal > 0 { fromStart |= bit } else { fromEnd |= bit }
  }

  /// The weekdays of one place in the month.
  public func weekdays(ordinal: Int) -> WeekdaySet {
    let bits = ordinal > 0 ? fromStart : fromEnd
    return WeekdaySet(
      rawValue: UInt8(truncatingIfNeeded: bits >> (7 * (Int(ordinal.magnitude) - 1))))
  }

  /// The matching days of a month, its first day being bit 0.
  func days(of month: MonthLayout) -> UInt32 {
    var days: UInt64 = 0
    // The last seven days of a month begin with this weekday, as do the seven before them.
    let weekdayFromEnd = (month.firstWeekday - 1 + month.dayCount) % 7 + 1
    for place in 1...5 {
      days |= UInt64(weekdays(ordinal: place).bits(from: month.firstWeekday)) << (7 * (place - 1))
      let last = UInt64(weekdays(ordinal: -place).bits(from: weekdayFromEnd))
      // The fifth seven days from the end begin before the month does: there the shift is to the
      // right, and what lies before the month drops out.
      days |= last << (month.dayCount - 7 * place)
    }
    return UInt32(truncatingIfNeeded: days) & month.allDays
  }
}
