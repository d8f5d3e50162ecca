public import Base
import Chronology
import DomainCore

/// A notification that waits for somebody to open the app.
struct PendingNotification: BitwiseCopyable {
  var person: Int
  var sent: Instant
  var arrives: Instant
  var isOpened = false
}

/// Keeps count of what the service of a world was like for each of its people.
public struct ServiceMetrics: ~Copyable {
  /// By person.
  public private(set) var counts: FlatArray<ServiceCounts>
  /// For how long the server could not be reached, within the run.
  public private(set) var downMilliseconds: Int64 = 0
  /// Notifications that got to a phone, in the order of their sending.
  private var notices = FlatArray<PendingNotification>()

  /// For how long opening the app counts as an answer to a notification.
  static var noticeIsFreshFor: Int64 { Span.hour }

  init(people: Int) {
    counts = FlatArray(repeating: ServiceCounts(), count: people)
  }

  /// COST-1: whatever the server has done since somebody was last charged it did for this person.
  @inline(__always) mutating func charge(
    _ meter: inout CostMeter, to person: Int, at serverTime: Instant
  ) {
    counts[person].charge(meter.uncharged, on: serverTime.utcDay.number)
    meter.uncharged = BackendUse()
  }

  /// A device of somebody had the answer that it was waiting for.
  @inline(__always) mutating func responded(_ person: Int, after milliseconds: Int64) {
    counts[person].responses += 1
    counts[person].responseMilliseconds += milliseconds
  }

  /// A phone of somebody shows what was new in their group.
  mutating func groupShown(to person: Int, after milliseconds: Int64) {
    counts[person].feedUpdates += 1
    counts[person].feedUpdateMilliseconds += milliseconds
  }

  /// A push was sent to a phone of somebody.
  mutating func pushed(to person: Int, arrives: Bool) {
    counts[person].pushesSent += 1
    if arrives { counts[person].pushesDelivered += 1 }
  }

  /// A notification gets to a phone of somebody.
  mutating func noticed(_ person: Int, sent: Instant, arrives: Instant) {
    counts[person].notificationsDelivered += 1
    notices.append(PendingNotification(person: person, sent: sent, arrives: arrives))
  }

  /// Somebody opens the app: what they were told of within the hour has brought them, as far as
  /// anybody can know.
  mutating func opened(by person: Int, at now: Instant) {
    if !notices.isEmpty { openNotices(of: person, at: now) }
  }

  private mutating func openNotices(of person: Int, at now: Instant) {
    var place = notices.count - 1
    // Pushes are on their way for minutes at most, so what was sent long ago is not fresh.
    while place >= 0, now - notices[place].sent <= 2 * Self.noticeIsFreshFor {
      let notice = notices[place]
      if notice.person == person, !notice.isOpened, notice.arrives <= now,
        now - notice.arrives <= Self.noticeIsFreshFor
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
