/// SCH-3: some of the seven weekdays, as BYDAY lists them.
public struct WeekdaySet: OptionSet, Hashable, Sendable {
  /// Monday is bit 0, Sunday bit 6.
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 0x7F
  }

  /// The set of one weekday, Monday being 1.
  @inlinable
  public init(weekday: Int) {
    precondition((1...7).contains(weekday), "a weekday is 1 to 7")
    rawValue = 1 << (weekday - 1)
  }

  @inlinable public static var monday: WeekdaySet { WeekdaySet(weekday: 1) }
  @inlinable public static var tuesday: WeekdaySet { WeekdaySet(weekday: 2) }
  @inlinable public static var wednesday: WeekdaySet { WeekdaySet(weekday: 3) }
  @inlinable public static var thursday: WeekdaySet { WeekdaySet(weekday: 4) }
  @inlinable public static var friday: WeekdaySet { WeekdaySet(weekday: 5) }
  @inlinable public static var saturday: WeekdaySet { WeekdaySet(weekday: 6) }
  @inlinable public static var sunday: WeekdaySet { WeekdaySet(weekday: 7) }

  @inlinable
  public func contains(weekday: Int) -> Bool {
    contains(WeekdaySet(weekday: weekday))
  }

  /// The set as seven bits of which the first is the day `weekday`, Monday being 1.
  func bits(from weekday: Int) -> UInt32 {
    let twice = UInt32(rawValue) << 7 | UInt32(rawValue)
    return twice >> (weekday - 1) & 0x7F
  }
}
