public import Chronology

// HAB-3: the day of a fact must be the day of its tap, in the author's zone.
extension Fact {
  /// HAB-3: the local day of a tap in the fact's zone; UTC for an unknown zone.
  public func dayOfTap(at tapped: Instant) -> LocalDay {
    let zone = Int(zone) < Zone.count ? Zone(id: zone) : .utc
    return zone.localDay(at: tapped)
  }

  /// HAB-3: whether the fact's day is that of a tap, plus or minus a day for a slightly wrong
  /// clock. A tap made weeks later cannot claim an old day.
  ///
  /// A value that was carried along with another field has no tap.
  @inlinable @inline(__always) public func isNear(tap tapped: Instant) -> Bool {
    let (utcDay, rest) = tapped.milliseconds.quotientAndRemainder(dividingBy: Span.day)
    let ahead = Int64(day.number) - utcDay
    // No zone is more than 14 hours ahead of UTC or 12 behind, so this decides nearly all cases.
    if ahead == 0 || (ahead == -1 && rest < 10 * Span.hour)
      || (ahead == 1 && rest >= 12 * Span.hour)
    {
      return true
    }
    return isCarried || abs(Int64(day.number) - Int64(dayOfTap(at: tapped).number)) <= 1
  }

  /// HAB-10: whether a day has begun at an instant where the author is.
  ///
  /// No zone is more than 14 hours ahead of UTC or 12 behind, so mostly the zone is not asked.
  @inlinable public func hasBegun(_ day: LocalDay, at now: Instant) -> Bool {
    let (utcDay, rest) = now.milliseconds.quotientAndRemainder(dividingBy: Span.day)
    let ahead = Int64(day.number) - utcDay
    if ahead < 0 || (ahead == 0 && rest >= 12 * Span.hour) { return true }
    if ahead > 1 || (ahead == 1 && rest < 10 * Span.hour) { return false }
    return day <= dayOfTap(at: now)
  }

  /// HAB-3: moves the tap as little as possible, so that it is on a day that fits the fact's.
  ///
  /// The server corrects the time of a tap from a clock that is days wrong and keeps its day, and
  /// then the two no longer fit. A resubmission of the fact needs the time of the original clock.
  public mutating func bringTapToItsDay() {
    guard isClaimed, !isNear(tap: tapped) else { return }
    let zone = Int(zone) < Zone.count ? Zone(id: zone) : .utc
    let last = zone.startOfDay(day.adding(days: 1)) - Span.second
    tapped = max(zone.startOfDay(day), min(tapped, last))
  }
}
