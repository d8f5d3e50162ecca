public import Chronology
public import DomainCore

/// How the server corrects the clock of a device that sends a request: not at all as long as the
/// offset is below the tolerated one, because a message is in flight for some time, too.
///
/// A request contains the time on the device's clock. The difference applies to all operations in
/// the outbox as well, unless the user has set the clock since; then a tap that still lies in the
/// future is treated as made now.
@usableFromInline struct DeviceClockCorrection: BitwiseCopyable {
  /// The offset to add to the device's times, in milliseconds.
  @usableFromInline let correction: Int64
  /// The latest second that the server believes.
  @usableFromInline let latest: UInt32

  @inlinable init(_ request: RequestHeader, now: Instant, bound: Int64) {
    let behind = request.clock == 0 ? 0 : now - Fact.instant(of: request.clock)
    correction = abs(behind) > bound ? behind : 0
    latest = Fact.seconds(of: now + bound)
  }

  /// Whether the server corrects the time of a tap.
  @inlinable @inline(__always) func isWrong(_ fact: Fact) -> Bool {
    fact.isClaimed ? correction != 0 || fact.claimed > latest : fact.isCarried && correction != 0
  }

  /// Converts the time of a tap by a wrong clock to the server's.
  @inlinable func correct(_ fact: inout Fact, now: Instant) {
    if fact.isClaimed { fact.tapped = min(fact.tapped + correction, now) }
  }

  /// HAB-3, HAB-10: the fact on the day that its author had at the corrected time, if the day on
  /// the fact has not begun for them; nil if it has.
  ///
  /// **Decided**: a clock that is ahead does not cost users their data. A day that has not begun
  /// would be rejected permanently, and no user could ever correct that. So it becomes the day of
  /// the tap, and the returned row shows it on every device. A day that has begun on arrival stays
  /// frozen, right or wrong: the user may have set the clock since, and then the correction is the
  /// mistake. So does a day that a tolerated clock shows shortly before midnight. Software that
  /// claims another day than its clock shows is refused.
  @usableFromInline func redated(_ pushed: Fact, _ corrected: Fact, now: Instant) -> Fact? {
    // Only what marks a day must not be ahead of its author's own day (HAB-10).
    guard
      corrected.kind == .completionSet
        ? !corrected.hasBegun(corrected.day, at: now)
        : corrected.day > now.utcDay.adding(days: 1),
      isWrong(pushed) || corrected.hasBegun(corrected.day, at: Fact.instant(of: latest))
    else { return nil }
    var fact = corrected
    fact.move(to: fact.dayOfTap(at: min(corrected.tapped, now)))
    return fact
  }
}
