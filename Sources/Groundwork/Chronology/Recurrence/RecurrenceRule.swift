/// SCH-3: when a class repeats, a subset of the recurrence rules of RFC 5545.
///
/// A trivial value: whatever the rule lists is kept as bits. A rule is valid once it exists.
public struct RecurrenceRule: Hashable, Sendable {
  /// FREQ: the unit that a rule counts in.
  public enum Frequency: Hashable, Sendable {
    case daily
    case weekly
    case monthly
  }

  /// SCH-3: when a rule ends; RFC 5545 does not allow both COUNT and UNTIL.
  public enum End: Hashable, Sendable {
    case never
    /// After this many occurrences, those that EXDATE removes included.
    case count(Int)
    /// After this local day, which may still have an occurrence.
    case until(LocalDay)
    /// After this instant, at which there may still be an occurrence; whole seconds.
    case untilInstant(Instant)
  }

  public let frequency: Frequency
  /// Every how many days, weeks or months; 2 makes a weekly rule bi-weekly.
  public let interval: Int
  /// BYDAY without ordinals. Empty means no condition, in a weekly rule the weekday of the start.
  package private(set) var weekdays: WeekdaySet
  /// BYDAY with ordinals, in monthly rules; a day matches it or `weekdays`.
  public let ordinalWeekdays: OrdinalWeekdaySet
  /// BYMONTHDAY, a further condition. A monthly rule without any has the start's day of the month.
  package private(set) var monthDays: MonthDaySet
  package private(set) var end: End
  /// WKST, Monday being 1: which weeks an interval of weeks counts.
  public let weekStart: Int

  public init(
    frequency: Frequency, interval: Int = 1, weekdays: WeekdaySet = [],
    ordinalWeekdays: OrdinalWeekdaySet = OrdinalWeekdaySet(),
    monthDays: MonthDaySet = MonthDaySet(), end: End = .never, weekStart: Int = 1
  ) throws(RecurrenceError) {
    self.frequency = frequency
    self.interval = interval
    self.weekdays = weekdays
    self.ordinalWeekdays = ordinalWeekdays
    self.monthDays = monthDays
    self.end = end
    self.weekStart = weekStart
    // Every display of a calendar makes rules, and errors hardly ever occur.
    if !isValid { try validate() }
  }

  public static let intervalRange = 1...9_999
  public static let countRange = 1...999_999

  private static let firstDay = LocalDay(year: 0, month: 1, day: 1)
  private static let lastDay = LocalDay(year: 9_999, month: 12, day: 31)

  private var isValid: Bool {
    let endIsValid =
      switch end {
      case .never: true
      case .count(let count): Self.countRange.contains(count)
      case .until(let day): Self.firstDay <= day && day <= Self.lastDay
      case .untilInstant: false
      }
    return endIsValid && (1...7).contains(weekStart) && Self.intervalRange.contains(interval)
      && (frequency == .monthly || ordinalWeekdays.isEmpty)
      && (frequency != .weekly || monthDays.isEmpty)
  }

  /// Throws what is wrong, if anything is.
  @inline(never) private func validate() throws(RecurrenceError) {
    guard (1...7).contains(weekStart) else { throw .refused(.weekStart, value: "\(weekStart)") }
    guard Self.intervalRange.contains(interval) else {
      throw .refused(.interval, value: "\(interval)")
    }
    if frequency != .monthly && !ordinalWeekdays.isEmpty {
      throw .conflict(
        .weekdays, with: .frequency, advice: "an ordinal such as 2TU needs FREQ=MONTHLY")
    }
    if frequency == .weekly && !monthDays.isEmpty {
      throw .conflict(
        .monthDays, with: .frequency, advice: "BYMONTHDAY needs FREQ=DAILY or FREQ=MONTHLY")
    }
    switch end {
    case .never:
      break
    case .count(let count):
      guard Self.countRange.contains(count) else { throw .refused(.count, value: "\(count)") }
    case .until(let day):
      guard Self.firstDay <= day, day <= Self.lastDay else {
        throw .refused(.until, value: "\(day)")
      }
    case .untilInstant(let instant):
      let day = CivilDate(dayNumber: floorDivided(instant.milliseconds, by: Span.day).quotient)
      guard (0...9_999).contains(day.year), instant.milliseconds % Span.second == 0
      else { throw .refused(.until, value: "\(instant)") }
    }
  }
}

extension RecurrenceRule {
  /// The rule with its open parts filled from the start: its weekday, or its day of the month.
  func completed(from start: LocalDay) -> RecurrenceRule {
    var rule = self
    switch frequency {
    case .daily:
      break
    case .weekly:
      if weekdays.isEmpty { rule.weekdays = WeekdaySet(weekday: start.weekday) }
    case .monthly:
      if weekdays.isEmpty && ordinalWeekdays.isEmpty && monthDays.isEmpty {
        rule.monthDays.insert(start.day)
      }
    }
    return rule
  }

  /// The rule with another end, which must be a valid one.
  func ending(_ end: End) -> RecurrenceRule {
    var rule = self
    rule.end = end
    return rule
  }
}
