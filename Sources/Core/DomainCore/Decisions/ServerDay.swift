public import Chronology

extension Instant {
  /// The UTC day of the instant, computed without a table.
  @inlinable public var utcDay: LocalDay {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: Span.day)
    return LocalDay(number: Int32(truncatingIfNeeded: remainder < 0 ? quotient - 1 : quotient))
  }
}
