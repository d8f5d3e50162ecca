public import Base
public import Chronology

/// NUT-7: how many food photos were analysed for an account on each of the last local days.
///
/// Days count on their own, because a request that was under way at midnight belongs to the day
/// that was frozen in it. Only the few days that may still be asked for have a place, so an account
/// costs the same after ten years.
public struct PhotoQuota: BitwiseCopyable, Hashable, Sendable {
  /// NUT-7: three a day.
  @inlinable public static var perDay: UInt8 { 3 }
  /// How many days before the server's own a photo may count for: zones reach one back, and a
  /// request that finds no connection has another day.
  @inlinable public static var daysBack: Int { 2 }

  // Four consecutive days, from two back to one ahead, never share a place.
  var days = SIMD4<Int32>(repeating: .min)
  var counts = SIMD4<UInt8>(repeating: 0)

  public init() {}

  /// How many were analysed on a local day.
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
  /// What is counted needs somebody to count it for, so a device without an account is refused.
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

  /// NUT-7: remembers a photo that was analysed.
  @inlinable public mutating func photoAccepted(_ fact: Fact, from caller: Caller, now: Instant) {
    if fact.kind == .photoAnalyzed { accounts[Int(caller.account.raw)].usePhoto(on: fact.day) }
  }
}

extension Account {
  /// NUT-7: takes one from the quota of a day.
  public mutating func usePhoto(on day: LocalDay) { photos.use(on: day) }
}
