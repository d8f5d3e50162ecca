public import Base
import Chronology
import DomainCore

/// A notification after which the person has not opened the app yet.
struct PendingNotification: BitwiseCopyable {
  var person: Int
  var sent: Instant
  var arrives: Instant
  var isOpened = false
}

/// Counts the service quality for each person of a world.
public struct ServiceMetrics: ~Copyable {
  /// By person.
  public private(set) var counts: FlatArray<ServiceCounts>
  /// For how long the server was unreachable, within the run.
  public private(set) var downMilliseconds: Int64 = 0
  /// Notifications that reached a phone, in the order of their sending.
  private var notices = FlatArray<PendingNotification>()

  /// For how long opening the app counts as a response to a notification.
  static var notificationFreshMilliseconds: Int64 { Span.hour }

  init(people: Int) {
    counts = FlatArray(repeating: ServiceCounts(), count: people)
  }

  /// COST-1: charges the person for everything that the server has done since the last charge.
  @inline(__always) mutating func charge(
    _ meter: inout CostMeter, to person: Int, at serverTime: Instant
  ) {
    counts[person].charge(meter.uncharged, on: serverTime.utcDay.number)
    meter.uncharged = BackendUse()
  }

  /// A person's device received the response that it was waiting for.
  @inline(__always) mutating func responded(_ person: Int, after milliseconds: Int64) {
    counts[person].responses += 1
    counts[person].responseMilliseconds += milliseconds
  }

  /// A person's phone shows an update of their group.
  mutating func groupShown(to person: Int, after milliseconds: Int64) {
    counts[person].feedUpdates += 1
    counts[person].feedUpdateMilliseconds += milliseconds
  }

  /// The server has sent a push to a person's phone.
  mutating func pushed(to person: Int, arrives: Bool) {
    counts[person].pushesSent += 1
    if arrives { counts[person].pushesDelivered += 1 }
  }

  /// A notification reaches a person's phone.
  mutating func noticed(_ person: Int, sent: Instant, arrives: Instant) {
    counts[person].notificationsDelivered += 1
    notices.append(PendingNotification(person: person, sent: sent, arrives: arrives))
  }

  /// A person opens the app: that counts as a response to the notifications of the last hour,
  /// because the true cause is unknown.
  mutating func opened(by person: Int, at now: Instant) {
    if !notices.isEmpty { openNotices(of: person, at: now) }
  }

  private mutating func openNotices(of person: Int, at now: Instant) {
    var place = notices.count - 1
    // Pushes are in flight for minutes at most, so what was sent long ago is not fresh.
    while place >= 0, now - notices[place].sent <= 2 * Self.notificationFreshMilliseconds {
      let notice = notices[place]
      if notice.person == person, !notice.isOpened, notice.arrives <= now,
        now - notice.arrives <= Self.notificationFreshMilliseconds
      {
        notices[place].isOpened = true
        counts[person].notificationsOpened += 1
      }
      place -= 1
    }
  }

  /// The server cannot be reached between two moments.
  mutating func isDown(from start: Instant, until end: Instant) {
    if end > start { downMilliseconds += end - start }
  }
}
