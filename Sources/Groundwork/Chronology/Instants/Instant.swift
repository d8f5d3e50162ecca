/// A moment of time, in milliseconds since 1970-01-01T00:00Z; leap seconds do not exist.
public struct Instant: BitwiseCopyable, Hashable, Sendable, Codable {
  public var milliseconds: Int64

  @inlinable
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }
}

extension Instant: Comparable {
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

// Spans are plain milliseconds (see `Span`), so `start + 3 * Span.hour` reads as it is meant.
extension Instant {
  @inlinable
  public static func + (instant: Instant, milliseconds: Int64) -> Instant {
    Instant(milliseconds: instant.milliseconds + milliseconds)
  }

  @inlinable
  public static func - (instant: Instant, milliseconds: Int64) -> Instant {
    Instant(milliseconds: instant.milliseconds - milliseconds)
  }

  /// The milliseconds from `right` to `left`.
  @inlinable
  public static func - (left: Instant, right: Instant) -> Int64 {
    left.milliseconds - right.milliseconds
  }

  @inlinable
  public static func += (instant: inout Instant, milliseconds: Int64) {
    instant.milliseconds += milliseconds
  }

  @inlinable
  public static func -= (instant: inout Instant, milliseconds: Int64) {
    instant.milliseconds -= milliseconds
  }
}
