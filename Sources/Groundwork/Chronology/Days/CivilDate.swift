/// A day of the proleptic Gregorian calendar as year, month and day of the month.
///
/// Calendars count years from March here, so that the leap day is the last day of a year and
/// the months' lengths follow one line, 30.6 days a month; both directions are then a few
/// multiplications, without a loop or a table.
public struct CivilDate: Hashable, Sendable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// The date that is `dayNumber` days after 1970-01-01; O(1).
  @inlinable
  public init(dayNumber: Int64) {
    let (era, dayOfEra) = floorDivided(dayNumber + CivilDate.epochOffset, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - CivilDate.daysBefore(yearOfEra: yearOfEra)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - CivilDate.daysBefore(monthFromMarch: monthFromMarch)) + 1
    month = Int(monthFromMarch) + (monthFromMarch < 10 ? 3 : -9)
    year = Int(era * 400 + yearOfEra) + (monthFromMarch < 10 ? 0 : 1)
  }

  /// The days from 1970-01-01 to a date; a day beyond the month's end runs on into the next month.
  @inlinable
  public static func dayNumber(year: Int, month: Int, day: Int) -> Int64 {
    let yearFromMarch = Int64(month > 2 ? year : year - 1)
    let (era, yearOfEra) = floorDivided(yearFromMarch, by: 400)
    let dayOfEra =
      daysBefore(yearOfEra: yearOfEra)
      + daysBefore(monthFromMarch: Int64(month > 2 ? month - 3 : month + 9)) + Int64(day - 1)
    return era * 146_097 + dayOfEra - epochOffset
  }

  @inlinable
  public static func isLeapYear(_ year: Int) -> Bool {
    year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  @inlinable
  public static func daysInMonth(_ month: Int, year: Int) -> Int {
    if month == 2 { return isLeapYear(year) ? 29 : 28 }
    // Long and short months alternate, and start again in August.
    return 30 + (month + month >> 3) & 1
  }

  /// Days from 0000-03-01, where the calendar's 400-year eras begin, to 1970-01-01.
  @inlinable
  public static var epochOffset: Int64 { 719_468 }

  @inlinable
  public static func daysBefore(yearOfEra: Int64) -> Int64 {
    yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100
  }

  @inlinable
  public static func daysBefore(monthFromMarch: Int64) -> Int64 {
    (153 * monthFromMarch + 2) / 5
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date in ISO 8601, "2026-01-05"; years beyond 0000 to 9999 carry their sign.
  public var description: String {
    let sign = year < 0 ? "-" : year > 9_999 ? "+" : ""
    let digits = padded(year.magnitude, width: 4)
    return "\(sign)\(digits)-\(padded(month, width: 2))-\(padded(day, width: 2))"
  }
}
