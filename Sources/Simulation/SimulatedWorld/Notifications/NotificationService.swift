public import Base
import Chronology
public import DomainCore
import SyncCore

/// The server's side of notifications: for some households only, because a scan of all causes costs
/// as much as hundreds of taps (NOT).
public struct NotificationService: ~Copyable {
  /// For each household, what it was notified of.
  public internal(set) var notifiers: OwnedArray<Notifier>
  /// For each household, the result of the last scan.
  private var scans = FlatArray<NotificationScan>()
  let anchor = AddressOnlyMarker()

  /// The server scans again when the next cause is due, and at least this often, because people's
  /// operations create and end causes.
  static var waitMax: Int64 { 2 * Span.hour }
  static var waitMin: Int64 { 15 * Span.minute }
  /// Without new operations, a scan's result stays valid for this long.
  static var scanValidMax: Int64 { 6 * Span.hour }

  init(households: Int) {
    notifiers = OwnedArray(capacity: households)
  }

  mutating func addHousehold() {
    notifiers.append(Notifier())
    scans.append(NotificationScan())
  }

  /// When the next scan is due if nothing is new since the last one; nil if something is.
  func rests(_ household: Int, on server: borrowing Server, scope: Int, at now: Instant) -> Instant?
  {
    let feed = server.scopes[scope].feed.count
    return scans[household].isNewInformation(server.incarnation, feed, at: now)
      ? nil : min(now + Self.waitMax, scans[household].until)
  }

  /// Works out which notifications go out now.
  mutating func step(
    _ household: Int, _ occasions: [NotificationTrigger], on server: borrowing Server, scope: Int,
    at now: Instant, in zone: Zone
  ) -> [NotificationDelivery] {
    notifiers[household].step(
      at: now, occasions: occasions, on: server.scopes[scope].state, zone: { _ in zone })
  }

  /// Records the result of a scan: the feed's position, when the next cause is due, and when
  /// another day adds its own. Returns when to scan again.
  mutating func scanned(
    _ household: Int, on server: borrowing Server, scope: Int, at now: Instant, due: Instant?,
    tomorrow: Instant
  ) -> Instant {
    var until = min(now + Self.scanValidMax, tomorrow)
    if let due { until = min(until, due) }
    scans[household] = NotificationScan(
      incarnation: server.incarnation, feed: server.scopes[scope].feed.count,
      until: notifiers[household].holdsBack ? now : until)
    let latest = now + Self.waitMax
    return max(min(due ?? latest, latest), now + Self.waitMin)
  }
}

/// The result of the last scan for a household's notifications.
struct NotificationScan: BitwiseCopyable {
  var incarnation: UInt32 = 0
  /// The position of the feed.
  var feed = -1
  /// Until when time alone brings nothing new.
  var until = Instant(milliseconds: .min)

  func isNewInformation(_ incarnation: UInt32, _ feed: Int, at now: Instant) -> Bool {
    until <= now || feed != self.feed || incarnation != self.incarnation
  }
}
