public import Chronology

// HAB-3: the day that a fact claims is that of its own tap, where its author was.
extension Fact {
  /// HAB-3: the local day of a tap in the zone that the fact names; UTC where no build knows it.
  public func dayOfTap(at tapped: Instant) -> LocalDay {
    let zone = Int(zone) < Zone.count ? Zone(id: zone) : .utc
    return zone.localDay(at: tapped)
  }

  /// HAB-3: whether the fact's day is that of a tap, a day either side, for a clock that is a
  /// little wrong. What somebody tapped weeks later cannot claim an old day.
  ///
  /// Of what was carried along with another field nobody tapped anything.
  @inlinable @inline(__always) public func isNear(tap tapped: Instant) -> Bool {
    let (utcDay, rest) = tapped.milliseconds.quotientAndRemainder(dividingBy: Span.day)
    let ahead = Int64(day.number) - utcDay
    // Nowhere are clocks more than 14 hours ahead of UTC or 12 behind, so this settles nearly all.
    if ahead == 0 || (ahead == -1 && rest < 10 * Span.hour)
      || (ahead == 1 && rest >= 12 * Span.hour)
    {
      return true
    }
    return isCarried || abs(Int64(day.number) - Int64(dayOfTap(at: tapped).number)) <= 1
  }

  /// HAB-3: a tap as near as can be to when the fact says it was, on a day that fits the fact's.
  ///
  /// A server that takes a tap by a clock that is days wrong corrects its time and leaves its day,
  /// which then fits no more. Whoever says the fact again says what that clock had shown.
  public mutating func bringTapToItsDay() {
    guard isClaimed, !isNear(tap: tapped) else { return }
    let zone = Int(zone) < Zone.count ? Zone(id: zone) : .utc
    let last = zone.startOfDay(day.adding(days: 1)) - Span.second
    tapped = max(zone.startOfDay(day), min(tapped, last))
  }
}
