/// A week of ISO 8601: Monday to Sunday, in the year that holds its Thursday.
public struct ISOWeek: Hashable, Sendable {
  public var year: Int
  public var number: Int

  @inlinable
  public init(year: Int, number: Int) {
    self.year = year
    self.number = number
  }

  /// The week's Monday.
  @inlinable
  public var firstDay: LocalDay {
    // January 4 lies in week 1 of every year.
    LocalDay(year: year, month: 1, day: 4).weekStart.adding(days: 7 * (number - 1))
  }
}

extension ISOWeek: Comparable {
  @inlinable
  public static func < (left: ISOWeek, right: ISOWeek) -> Bool {
    (left.year, left.number) < (right.year, right.number)
  }
}

extension ISOWeek: CustomStringConvertible {
  /// The week in ISO 8601: "2026-W02".
  public var description: String { "\(padded(year, width: 4))-W\(padded(number, width: 2))" }
}

extension LocalDay {
  /// Monday is 1, Sunday is 7.
  @inlinable
  public var weekday: Int {
    // 1970-01-01 was a Thursday.
    Int(floorDivided(Int64(number) + 3, by: 7).remainder) + 1
  }

  @inlinable
  public var isoWeek: ISOWeek {
    let thursday = adding(days: 4 - weekday)
    let year = thursday.year
    let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
    return ISOWeek(year: year, number: Int(Int64(thursday.number) - newYear) / 7 + 1)
  }

  /// The Monday of the day's week.
  @inlinable
  public var weekStart: LocalDay { adding(days: 1 - weekday) }

  /// The first day of the day's week when weeks start on `firstWeekday`, Monday being 1.
  @inlinable
  public func weekStart(startingOn firstWeekday: Int) -> LocalDay {
    precondition((1...7).contains(firstWeekday), "a weekday is 1 to 7")
    return adding(days: -((weekday - firstWeekday + 7) % 7))
  }
}
