/// SCH-3: the local days of a rule in order, found as they are asked for, without allocation.
///
/// The rule is followed a day, a week or a month at a time; the matching days of each are one word
/// of bits, whose lowest bit is removed until none is left.
public struct RecurrenceDays: Sequence, IteratorProtocol {
  private let rule: RecurrenceRule
  private let first: Int64
  private let last: Int64
  private var remaining: Int
  /// The first day of the present day, week or month, as a day number.
  private var periodStart: Int64
  /// The days of the period that were not returned yet, `periodStart` being bit 0.
  private var pending: UInt32

  /// The rule must contain what `start` would otherwise decide.
  fileprivate init(
    completeRule rule: RecurrenceRule, from start: LocalDay, first: LocalDay, last: LocalDay
  ) {
    self.rule = rule
    self.first = Int64(first.number)
    self.last = Int64(last.number)
    remaining = .max
    if case .count(let count) = rule.end { remaining = count }
    periodStart = Int64(rule.periodStart(of: start).number)
    pending = 0
    // Without COUNT, what lies before `first` need not be counted, and so not be visited.
    if remaining == .max && first > start { skipPeriods() }
    pending = matches()
    let missed = Int64(start.number) - periodStart
    if missed > 0 { pending &= ~0 << UInt32(missed) }
  }

  public mutating func next() -> LocalDay? {
    while remaining > 0 {
      let day = periodStart + Int64(pending.trailingZeroBitCount)
      if pending == 0 {
        advance(periods: 1)
        if periodStart > last { break }
        pending = matches()
      } else if day > last {
        break
      } else {
        pending &= pending - 1
        remaining -= 1
        if day >= first { return LocalDay(number: Int32(day)) }
      }
    }
    remaining = 0
    return nil
  }

  private func matches() -> UInt32 {
    let day = LocalDay(number: Int32(truncatingIfNeeded: periodStart))
    switch rule.frequency {
    case .daily:
      return rule.allows(day) ? 1 : 0
    case .weekly:
      return rule.weekdays.bits(from: rule.weekStart)
    case .monthly:
      return rule.days(of: MonthLayout(firstDay: day))
    }
  }

  private mutating func advance(periods: Int64) {
    let count = Int64(rule.interval) * periods
    switch rule.frequency {
    case .daily: periodStart += count
    case .weekly: periodStart += 7 * count
    case .monthly:
      let month = Self.monthNumber(ofDay: periodStart) + count
      let (year, monthOfYear) = floorDivided(month, by: 12)
      periodStart = CivilDate.dayNumber(year: Int(year), month: Int(monthOfYear) + 1, day: 1)
    }
  }

  /// Goes to the last period that begins no later than `first`.
  private mutating func skipPeriods() {
    let interval = Int64(rule.interval)
    switch rule.frequency {
    case .daily: advance(periods: (first - periodStart) / interval)
    case .weekly: advance(periods: (first - periodStart) / (7 * interval))
    case .monthly:
      let months = Self.monthNumber(ofDay: first) - Self.monthNumber(ofDay: periodStart)
      advance(periods: months / interval)
    }
  }

  /// Months since January of year 0.
  private static func monthNumber(ofDay day: Int64) -> Int64 {
    let civil = CivilDate(dayNumber: day)
    return Int64(civil.year * 12 + civil.month - 1)
  }
}

extension RecurrenceRule {
  /// SCH-3: the local days of the rule for a series that starts on `start`, between two days.
  ///
  /// The start is an occurrence only if it matches the rule. COUNT counts from the start, whatever
  /// `first` is. O(1) to `first` unless the rule has a COUNT.
  /// - Precondition: UNTIL is a day; `resolved(in:millisecondOfDay:)` makes it one.
  public func days(
    from start: LocalDay, first: LocalDay, through last: LocalDay
  ) -> RecurrenceDays {
    var last = last
    switch end {
    case .never, .count: break
    case .until(let day): last = min(last, day)
    case .untilInstant: preconditionFailure("UNTIL is an instant; a day needs a zone")
    }
    return RecurrenceDays(
      completeRule: completed(from: start), from: start, first: first, last: last)
  }

  fileprivate func periodStart(of day: LocalDay) -> LocalDay {
    switch frequency {
    case .daily: day
    case .weekly: day.weekStart(startingOn: weekStart)
    case .monthly: day.adding(days: 1 - day.day)
    }
  }

  /// Whether a day meets the conditions of a daily rule.
  fileprivate func allows(_ day: LocalDay) -> Bool {
    if !weekdays.isEmpty && !weekdays.contains(weekday: day.weekday) { return false }
    if monthDays.isEmpty { return true }
    let civil = day.civil
    let dayCount = CivilDate.daysInMonth(civil.month, year: civil.year)
    return monthDays.contains(civil.day) || monthDays.contains(civil.day - dayCount - 1)
  }

  /// The matching days of a month, its first day being bit 0.
  fileprivate func days(of month: MonthLayout) -> UInt32 {
    var days = month.allDays
    if !weekdays.isEmpty || !ordinalWeekdays.isEmpty {
      days &= month.days(on: weekdays) | ordinalWeekdays.days(of: month)
    }
    if !monthDays.isEmpty { days &= monthDays.days(of: month) }
    return days
  }
}
