public import Chronology
public import DomainCore

/// The service quality for one person: response times, notifications, and the server's work for
/// them. The counts cover the simulated days, not the final exchanges without faults; but the cost
/// includes those, too.
public struct ServiceCounts: BitwiseCopyable, Hashable, Sendable {
  /// Responses that a device waited for, and the time from request to response.
  public var responses: Int64 = 0
  public var responseMilliseconds: Int64 = 0
  /// Pushes to phones, and those that arrived.
  public var pushesSent: Int64 = 0
  public var pushesDelivered: Int64 = 0
  /// Notifications that reached a phone, and those after which the app was opened in time.
  public var notificationsDelivered: Int64 = 0
  public var notificationsOpened: Int64 = 0
  /// How often a phone that had a network showed a group's update, and the time since the server
  /// had it.
  public var feedUpdates: Int64 = 0
  public var feedUpdateMilliseconds: Int64 = 0
  /// COST-1: the server's work for the person, and the bytes stored times the day since when.
  public var use = BackendUse()
  public var bytesKeptByDay: Int64 = 0

  public init() {}

  /// COST-1: the cost until the end of a day, at the prices of that day.
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
