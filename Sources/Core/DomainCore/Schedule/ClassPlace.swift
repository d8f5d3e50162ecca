/// SCH-2, SCH-6: where a class takes place, and how long the way there is.
public struct ClassPlace: BitwiseCopyable, Hashable, Sendable {
  /// Name and address.
  public var text: TextHandle
  /// Equal numbers are the same place; zero is an unknown place.
  public var number: UInt16
  /// One more than the minutes of the trip; zero when it is unknown.
  public var travelSet: UInt16

  /// A travel time outside `travelRange` makes a place that is refused.
  public init(text: TextHandle = .empty, number: UInt16 = 0, travelMinutes: Int? = nil) {
    self.text = text
    self.number = number
    travelSet = 0
    if let travelMinutes {
      let isPossible = Self.travelRange.contains(travelMinutes)
      travelSet = isPossible ? UInt16(travelMinutes) + 1 : .max
    }
  }

  public init(packed: UInt64) {
    text = TextHandle(packed: packed)
    number = UInt16(truncatingIfNeeded: packed >> 32)
    travelSet = UInt16(truncatingIfNeeded: packed >> 48)
  }

  public var packed: UInt64 {
    UInt64(travelSet) << 48 | UInt64(number) << 32 | UInt64(text.raw)
  }

  /// Whether the travel time is one that a person can set; a payload from outside may hold more.
  public var isWellFormed: Bool { Int(travelSet) <= Self.travelRange.upperBound + 1 }

  public static var travelRange: ClosedRange<Int> { 0...720 }

  /// SCH-6: the trip takes twenty minutes unless the place sets another time.
  public var travelMinutes: Int { travelSet == 0 ? 20 : Int(travelSet) - 1 }
}
