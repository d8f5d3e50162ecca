import Chronology

/// A day of the Gregorian calendar as a scenario writes it, `YYYY-MM-DD`.
struct ScenarioDate {
  /// The years in which a run may begin.
  static let years = 2015...2044
  /// The last day that the pinned time zones cover.
  static let lastKnown = LocalDay(year: 2045, month: 12, day: 31)

  let year: Int
  let month: Int
  let day: Int

  /// Nil when the text has another form, or names a day that does not exist or lies outside of the
  /// range of years.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let hyphen = UInt8(ascii: "-")
    guard bytes.count == 10, bytes[4] == hyphen, bytes[7] == hyphen,
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), Self.years.contains(year),
      (1...12).contains(month), (1...Self.dayCount(month: month, year: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = digit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  private static func dayCount(month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
