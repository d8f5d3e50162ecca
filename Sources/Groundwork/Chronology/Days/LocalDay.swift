/// A day as people name it, without a zone: the days since 1970-01-01.
public struct LocalDay: BitwiseCopyable, Hashable, Sendable {
  public var number: Int32

  @inlinable
  public init(number: Int32) {
    self.number = number
  }

  /// The day of a date of the proleptic Gregorian calendar, which must exist.
  @inlinable
  public init(year: Int, month: Int, day: Int) {
    precondition((1...12).contains(month), "a month is 1 to 12")
    precondition(
      (1...CivilDate.daysInMonth(month, year: year)).contains(day), "the month has no such day")
    number = Int32(CivilDate.dayNumber(year: year, month: month, day: day))
  }

  /// Year, month and day at once, for callers that need more than one of them; O(1).
  @inlinable
  public var civil: CivilDate { CivilDate(dayNumber: Int64(number)) }

  @inlinable public var year: Int { civil.year }
  @inlinable public var month: Int { civil.month }
  @inlinable public var day: Int { civil.day }

  @inlinable public var isLeapYear: Bool { CivilDate.isLeapYear(year) }

  /// The number of days of the day's month.
  @inlinable
  public var daysInMonth: Int {
    let civil = civil
    return CivilDate.daysInMonth(civil.month, year: civil.year)
  }

  @inlinable
  public func adding(days: Int) -> LocalDay {
    LocalDay(number: number + Int32(days))
  }
}

/// Days can be counted through: `for day in first..<end`.
extension LocalDay: Strideable {
  @inlinable
  public static func < (left: LocalDay, right: LocalDay) -> Bool {
    left.number < right.number
  }

  /// The days from this one to `other`.
  @inlinable
  public func distance(to other: LocalDay) -> Int {
    Int(other.number) - Int(number)
  }

  @inlinable
  public func advanced(by days: Int) -> LocalDay {
    adding(days: days)
  }
}

extension LocalDay: CustomStringConvertible {
  /// The day in ISO 8601: "2026-01-05".
  public var description: String { civil.description }

  /// Reads what `description` prints for the years 0000 to 9999, if the date exists.
  public init?(_ text: some StringProtocol) {
    var reader = DigitReader(text)
    guard let day = reader.day(separator: "-"), reader.isAtEnd else { return nil }
    self = day
  }
}
