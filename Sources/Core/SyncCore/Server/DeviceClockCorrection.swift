public import Chronology
public import DomainCore

/// What the server makes of the clock of a device that asks: nothing, as long as it is off by less
/// than the server bears, because a message is on its way for some time, too.
///
/// A request says what the clock of its device shows. The difference holds for all that waits in
/// the outbox as well, unless somebody has set the clock since; then what lies in the future still
/// is as good as tapped now.
@usableFromInline struct DeviceClockCorrection: BitwiseCopyable {
  /// What to add to what the device says, in milliseconds.
  @usableFromInline let correction: Int64
  /// The latest second that is believed.
  @usableFromInline let latest: UInt32

  @inlinable init(_ request: RequestHeader, now: Instant, bound: Int64) {
    let behind = request.clock == 0 ? 0 : now - Fact.instant(of: request.clock)
    correction = abs(behind) > bound ? behind : 0
    latest = Fact.seconds(of: now + bound)
  }

  /// Whether the time of a tap is not believed as it came.
  @inlinable @inline(__always) func isWrong(_ fact: Fact) -> Bool {
    fact.isClaimed ? correction != 0 || fact.claimed > latest : fact.isCarried && correction != 0
  }

  /// Brings the time of a tap by a wrong clock to the server's.
  @inlinable func correct(_ fact: inout Fact, now: Instant) {
    if fact.isClaimed { fact.tapped = min(fact.tapped + correction, now) }
  }

  /// HAB-3: the fact on the day that its author had at the corrected time, if the one that their
  /// device showed was that of its wrong clock; nil if it was not.
  ///
  /// **Decided**: a clock that is days ahead costs nobody what they do. A day that has begun
  /// nowhere would be refused for good, and neither the person nor anybody else could ever mend
  /// that. So it becomes the day on which they tapped, and the row that comes back shows it on
  /// every device. A day that some clock may show when it arrives stays frozen, right or wrong:
  /// somebody may have set the clock since, and then the correction is the mistake.
  @usableFromInline func redated(_ pushed: Fact, _ corrected: Fact, now: Instant) -> Fact? {
    guard isWrong(pushed), corrected.day > now.utcDay.adding(days: 1) else { return nil }
    let zone = Int(corrected.zone) < Zone.all.count ? Zone(id: corrected.zone) : .utc
    var fact = corrected
    fact.move(to: zone.localDay(at: corrected.tapped))
    return fact
  }
}
