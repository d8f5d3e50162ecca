import Chronology

/// A recurrence rule evaluated day by day, with nothing but a calendar.
struct ModelRecurrence: Hashable {
  /// "D", "W" or "M".
  var unit = "W"
  var interval = 1
  /// 1 is Monday.
  var weekdays: Set<Int> = []
  var monthDays: Set<Int> = []
  /// The `nth` weekday of the month, as "nth * 10 + weekday", negative from its end.
  var ordinals: Set<Int> = []
  var count: Int?
  var until: LocalDay?
  var weekStart = 1

  /// As RFC 5545 writes it.
  var text: String {
    let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    var parts = ["FREQ=" + ["D": "DAILY", "W": "WEEKLY", "M": "MONTHLY"][unit]!]
    parts.append("INTERVAL=\(interval)")
    let days =
      weekdays.sorted().map { names[$0 - 1] }
      + ordinals.sorted().map { "\($0 / 10)\(names[abs($0) % 10 - 1])" }
    if !days.isEmpty { parts.append("BYDAY=" + days.joined(separator: ",")) }
    if !monthDays.isEmpty {
      parts.append("BYMONTHDAY=" + monthDays.sorted().map(String.init).joined(separator: ","))
    }
    if let count { parts.append("COUNT=\(count)") }
    if let until { parts.append("UNTIL=" + until.description.filter { $0 != "-" }) }
    parts.append("WKST=" + names[weekStart - 1])
    return parts.joined(separator: ";")
  }

  /// Its days from `start` up to `last`, found by trying each, until there are enough from `first`
  /// on.
  func days(
    from start: LocalDay, through last: LocalDay, first: LocalDay, atMost limit: Int
  ) -> [LocalDay] {
    var found: [LocalDay] = []
    var enough = limit
    var day = start
    while day <= last {
      if let until, day > until { break }
      if let count, found.count == count { break }
      if matches(day, start) {
        found.append(day)
        if first <= day { enough -= 1 }
        if enough == 0 { break }
      }
      day = day.adding(days: 1)
    }
    return found
  }

  private func matches(_ day: LocalDay, _ start: LocalDay) -> Bool {
    var isMonthDay: Bool {
      monthDays.contains(day.day) || monthDays.contains(day.day - day.daysInMonth - 1)
    }
    switch unit {
    case "D":
      return start.distance(to: day) % interval == 0
        && (weekdays.isEmpty || weekdays.contains(day.weekday))
        && (monthDays.isEmpty || isMonthDay)
    case "W":
      func weekStartOf(_ day: LocalDay) -> LocalDay {
        var first = day
        while first.weekday != weekStart { first = first.adding(days: -1) }
        return first
      }
      return weekStartOf(start).distance(to: weekStartOf(day)) / 7 % interval == 0
        && (weekdays.isEmpty ? [start.weekday] : weekdays).contains(day.weekday)
    default:
      let months = (day.year - start.year) * 12 + day.month - start.month
      guard months % interval == 0 else { return false }
      if weekdays.isEmpty && ordinals.isEmpty && monthDays.isEmpty { return day.day == start.day }
      let nth = (day.day - 1) / 7 + 1
      let nthLast = (day.daysInMonth - day.day) / 7 + 1
      let isWeekday =
        weekdays.contains(day.weekday) || ordinals.contains(nth * 10 + day.weekday)
        || ordinals.contains(-(nthLast * 10 + day.weekday))
      return (weekdays.isEmpty && ordinals.isEmpty || isWeekday)
        && (monthDays.isEmpty || isMonthDay)
    }
  }
}
