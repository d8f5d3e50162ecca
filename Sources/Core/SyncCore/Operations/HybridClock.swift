public import Chronology

/// A hybrid logical clock: the wall clock where it can, a counter where it must.
///
/// A stamp is the milliseconds since 1970 in the upper 48 bits and a counter in the lower 16.
/// Stamps of one clock strictly increase, and a stamp given after another was received is greater,
/// whatever the two wall clocks show.
public struct HybridClock: BitwiseCopyable, Hashable, Sendable {
  /// The greatest stamp that the clock has given or seen.
  public var latest: UInt64 = 0

  @inlinable public init() {}

  /// The stamp of an event that happens now.
  @inlinable public mutating func tick(at now: Instant) -> UInt64 {
    latest = max(latest + 1, Self.stamp(of: now))
    return latest
  }

  /// The full receive rule: every received stamp lies in the past of everything that follows.
  @inlinable public mutating func receive(_ stamp: UInt64) {
    latest = max(latest, stamp)
  }

  /// Whether the latest stamp leaves room for later ones, as all real ones do.
  @inlinable var isPossible: Bool { latest < 1 << 63 }

  /// The least stamp of a millisecond.
  @inlinable public static func stamp(of instant: Instant) -> UInt64 {
    UInt64(max(0, instant.milliseconds)) << 16
  }
}
