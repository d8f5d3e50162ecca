public import Chronology

/// How far a clock deviates: by an offset when it was set, and by its drift since.
public struct ClockDeviation: BitwiseCopyable, Hashable, Sendable {
  /// How far ahead of the true time the clock is when it is set, in milliseconds; negative: behind.
  public var offsetMilliseconds: Int64
  /// How many microseconds it gains each second; negative: loses.
  public var driftPartsPerMillion: Int32

  @inlinable public init(offsetMilliseconds: Int64 = 0, driftPartsPerMillion: Int32 = 0) {
    self.offsetMilliseconds = offsetMilliseconds
    self.driftPartsPerMillion = driftPartsPerMillion
  }
}

/// A clock of a device or a server: what it shows at a true instant.
public struct SimulatedClock: BitwiseCopyable, Hashable, Sendable {
  public internal(set) var setting = ClockDeviation()
  /// The true instant at which it was set.
  public internal(set) var since = Instant(milliseconds: 0)

  /// A clock that shows the true time.
  @inlinable public init() {}

  public mutating func set(_ setting: ClockDeviation, at now: Instant) {
    self.setting = setting
    since = now
  }

  /// What the clock shows at `now`, but never a time before 1970.
  @inlinable public func shows(_ now: Instant) -> Instant {
    if setting.offsetMilliseconds == 0 && setting.driftPartsPerMillion == 0 { return now }
    let gained = (now - since) * Int64(setting.driftPartsPerMillion) / 1_000_000
    return Instant(milliseconds: max(0, now.milliseconds + setting.offsetMilliseconds + gained))
  }
}
