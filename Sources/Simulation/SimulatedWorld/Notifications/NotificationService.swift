public import Base
import Chronology
public import DomainCore
import SyncCore

/// The server's side of telling people: for some households only, because to look at everything
/// that could be told costs as much as hundreds of taps (NOT).
public struct NotificationService: ~Copyable {
  /// For each household, what it was told.
  public internal(set) var notifiers: OwnedArray<Notifier>
  /// For each household, what the last look has seen.
  private var scans = FlatArray<NotificationScan>()
  let anchor = AddressOnlyMarker()

  /// The server looks again when the next occasion is due, and at least so often, because what
  /// people do in the meantime makes and ends occasions.
  static var waitMax: Int64 { 2 * Span.hour }
  static var waitMin: Int64 { 15 * Span.minute }
  /// Where nobody has said anything, a look finds for so long what the last one found.
  static var restMax: Int64 { 6 * Span.hour }

  init(households: Int) {
    notifiers = OwnedArray(capacity: households)
  }

  mutating func addHousehold() {
    notifiers.append(Notifier())
    scans.append(NotificationScan())
  }

  /// When the next look is due, where nothing is new since the last one; nil where something is.
  func rests(_ household: Int, on server: borrowing Server, scope: Int, at now: Instant) -> Instant?
  {
    let feed = server.scopes[scope].feed.count
    return scans[household].isNewInformation(server.incarnation, feed, at: now)
      ? nil : min(now + Self.waitMax, scans[household].until)
  }

  /// Works out what goes out now.
  mutating func step(
    _ household: Int, _ occasions: [NotificationTrigger], on server: borrowing Server, scope: Int,
    at now: Instant, in zone: Zone
  ) -> [NotificationDelivery] {
    notifiers[household].step(
      at: now, occasions: occasions, on: server.scopes[scope].state, zone: { _ in zone })
  }

  /// Notes what a look has seen: how far the feed goes, when the next occasion is due, and when
  /// another day brings its own. Returns when to look again.
  mutating func looked(
    _ household: Int, on server: borrowing Server, scope: Int, at now: Instant, due: Instant?,
    tomorrow: Instant
  ) -> Instant {
    var until = min(now + Self.restMax, tomorrow)
    if let due { until = min(until, due) }
    scans[household] = NotificationScan(
      incarnation: server.incarnation, feed: server.scopes[scope].feed.count,
      until: notifiers[household].holdsBack ? now : until)
    let latest = now + Self.waitMax
    return max(min(due ?? latest, latest), now + Self.waitMin)
  }
}

/// What the last look at a household's notifications has seen.
struct NotificationScan: BitwiseCopyable {
  var incarnation: UInt32 = 0
  /// How far the feed went.
  var feed = -1
  /// Until when time alone brings nothing new.
  var until = Instant(milliseconds: .min)

  func isNewInformation(_ incarnation: UInt32, _ feed: Int, at now: Instant) -> Bool {
    until <= now || feed != self.feed || incarnation != self.incarnation
  }
}
