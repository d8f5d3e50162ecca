/// What decides which days of a month match a rule: how many there are and how they begin.
struct MonthLayout {
  let dayCount: Int
  /// The weekday of the month's first day, Monday being 1.
  let firstWeekday: Int

  init(firstDay: LocalDay) {
    dayCount = firstDay.daysInMonth
    firstWeekday = firstDay.weekday
  }

  /// A bit for every day of the month.
  var allDays: UInt32 { ~0 >> (32 - UInt32(dayCount)) }

  /// The days of the month that fall on a weekday of the set.
  func days(on weekdays: WeekdaySet) -> UInt32 {
    let week = UInt64(weekdays.bits(from: firstWeekday))
    let weeks = week | week << 7 | week << 14 | week << 21 | week << 28
    return UInt32(truncatingIfNeeded: weeks) & allDays
  }
}
