public import Chronology
public import DomainCore

/// What the service was like for somebody: how fast it answered, what it told them, and what it
/// had to do for them. On record of lived time only, and not of the end, in which all is healed;
/// but what the server had to do then stands on its bill, too.
public struct ServiceCounts: BitwiseCopyable, Hashable, Sendable {
  /// Answers that a device had waited for, and how long from request to answer.
  public var responses: Int64 = 0
  public var responseMilliseconds: Int64 = 0
  /// Pushes to phones, and those that got there.
  public var pushesSent: Int64 = 0
  public var pushesDelivered: Int64 = 0
  /// Notifications that got to a phone, and those after which the app was opened in time.
  public var notificationsDelivered: Int64 = 0
  public var notificationsOpened: Int64 = 0
  /// Times that news of a group was shown on a phone that had a network when the server had it, and
  /// how long from the one to the other.
  public var feedUpdates: Int64 = 0
  public var feedUpdateMilliseconds: Int64 = 0
  /// COST-1: what the server did because of them, and the bytes kept times the day since when.
  public var use = BackendUse()
  public var bytesKeptByDay: Int64 = 0

  public init() {}

  /// COST-1: what that costs until a day is over, by the prices of that day.
  public func nanodollars(through last: LocalDay) -> Int64 {
    let prices = PriceTable.prices(on: last, in: PriceTable.published)
    let byteDays = use.bytesKept * (Int64(last.number) + 1) - bytesKeptByDay
    return prices.nanodollars(for: use) + prices.nanodollars(keeping: max(0, byteDays))
  }

  @inline(__always) mutating func charge(_ more: BackendUse, on day: Int32) {
    use += more
    bytesKeptByDay += more.bytesKept * Int64(day)
  }
}
