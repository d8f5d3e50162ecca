public import Base
public import Chronology

/// NUT-7: how many food photos were analyzed for an account on each of the last local days.
///
/// Each day is counted by itself, because a request in flight at midnight belongs to the day that
/// was frozen in it. Only the few days that may still receive requests have a slot, so the size of
/// an account does not grow with the years.
public struct PhotoQuota: BitwiseCopyable, Hashable, Sendable {
  /// NUT-7: three a day.
  @inlinable public static var perDay: UInt8 { 3 }
  /// How many days before the server's own a photo may count for: zones account for one day, and a
  /// request without a connection has one more.
  @inlinable public static var daysBack: Int { 2 }

  // Four consecutive days, from two back to one ahead, never share a slot.
  var days = SIMD4<Int32>(repeating: .min)
  var counts = SIMD4<UInt8>(repeating: 0)

  public init() {}

  /// How many photos were analyzed on a local day.
  public func used(on day: LocalDay) -> UInt8 {
    days[Self.place(of: day)] == day.number ? counts[Self.place(of: day)] : 0
  }

  public mutating func use(on day: LocalDay) {
    let place = Self.place(of: day)
    if days[place] != day.number { counts[place] = 0 }
    days[place] = day.number
    counts[place] += 1
  }

  private static func place(of day: LocalDay) -> Int { Int(day.number & 3) }
}

extension Directory {
  /// NUT-7: at most three a day for an account, whatever devices and families it uses.
  ///
  /// The quota belongs to an account, so a device without one is refused.
  @inlinable public func photoRefusal(
    of fact: Fact, from caller: Caller, now: Instant
  ) -> Refusal? {
    fact.kind == .photoAnalyzed ? photoRefusal(on: fact.day, for: caller.account, now: now) : nil
  }

  public func photoRefusal(on day: LocalDay, for account: AccountHandle, now: Instant) -> Refusal? {
    guard account != .none else { return .accountNeeded }
    guard day >= now.utcDay.adding(days: -PhotoQuota.daysBack) else { return .photoTooLate }
    let used = accounts[Int(account.raw)].photos.used(on: day)
    return used < PhotoQuota.perDay ? nil : .photosUsedUp
  }

  /// NUT-7: counts a photo that was analyzed.
  @inlinable public mutating func photoAccepted(_ fact: Fact, from caller: Caller, now: Instant) {
    if fact.kind == .photoAnalyzed { accounts[Int(caller.account.raw)].usePhoto(on: fact.day) }
  }
}

extension Account {
  /// NUT-7: uses up one photo of a day's quota.
  public mutating func usePhoto(on day: LocalDay) { photos.use(on: day) }
}
