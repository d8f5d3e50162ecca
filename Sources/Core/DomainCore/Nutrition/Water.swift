/// NUT-5: where a drink came from.
public enum WaterSource: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case glass = 0
  case bottle = 1
  case fountain = 2
  case other = 3
}

/// NUT-5: water in ounces with source and time.
public struct WaterAmount: BitwiseCopyable, Hashable, Sendable {
  public var tenthOunces: UInt16
  public var source: WaterSource
  public var minuteOfDay: UInt16

  @inlinable public init(tenthOunces: UInt16, source: WaterSource, minuteOfDay: UInt16) {
    self.tenthOunces = tenthOunces
    self.source = source
    self.minuteOfDay = minuteOfDay
  }

  @inlinable @inline(__always)
  public init(_ payload: Payload) {
    tenthOunces = UInt16(truncatingIfNeeded: payload.first)
    minuteOfDay = UInt16(truncatingIfNeeded: payload.first >> 16)
    source = WaterSource(rawValue: UInt8(truncatingIfNeeded: payload.first >> 32 & 3)) ?? .other
  }

  @inlinable public var payload: Payload {
    Payload(UInt64(tenthOunces) | UInt64(minuteOfDay) << 16 | UInt64(source.rawValue) << 32)
  }

  /// More than zero and at most 200 ounces at once, at a valid time of day.
  @inlinable public var isWellFormed: Bool {
    (1...2_000).contains(tenthOunces) && minuteOfDay < 1_440
  }

  /// NUT-5: 1 US fluid ounce is 29.5735 milliliters; rounded half up, exact in integers.
  public static func milliliters(ofTenthOunces tenthOunces: UInt32) -> UInt32 {
    UInt32((UInt64(tenthOunces) * 295_735 + 50_000) / 100_000)
  }
}
