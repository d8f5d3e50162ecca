import Base
import Chronology
import DomainCore
import SyncCore

/// Past notifications, by which a second one of the same cause is detected.
struct NotificationHistory {
  private struct Cause: Hashable {
    var scope: UInt32
    var recipient: UInt16
    var cause: NotificationCause
  }

  struct Earned {
    var recipient: MemberHandle
    var cause: NotificationCause
  }

  private struct ScopeCause: Hashable {
    var scope: UInt32
    var cause: NotificationCause
  }

  private var last: [Cause: Instant] = [:]
  /// When each cause was first notified.
  private var first: [ScopeCause: Instant] = [:]
  /// By scope, who was notified of a badge or a level.
  private(set) var achieved: [UInt32: [Earned]] = [:]
  /// By scope, the server's last scan for due notifications, by its clock.
  private var scans: [UInt32: Instant] = [:]

  /// Records a notification, and returns the time of an earlier one of the same cause.
  mutating func note(_ delivery: NotificationDelivery, scope: UInt32) -> Instant? {
    let cause = Cause(
      scope: scope, recipient: delivery.recipient.index, cause: delivery.cause)
    if first[ScopeCause(scope: scope, cause: delivery.cause)] == nil {
      first[ScopeCause(scope: scope, cause: delivery.cause)] = delivery.at
    }
    let before = last.updateValue(delivery.at, forKey: cause)
    let isEarned = [.trophy, .level].contains(delivery.cause.kind) && delivery.cause.detail < 8
    if before == nil && isEarned && delivery.cause.entity == .none {
      let earned = Earned(recipient: delivery.recipient, cause: delivery.cause)
      achieved[scope, default: []].append(earned)
    }
    return before
  }

  mutating func scanned(at scope: UInt32, _ now: Instant) { scans[scope] = now }

  /// Whether others were notified of a cause before a person joined who has had no notification
  /// yet.
  func isOld(_ cause: NotificationCause, since came: Instant, scope: UInt32) -> Bool {
    guard let scan = scans[scope], let notified = first[ScopeCause(scope: scope, cause: cause)]
    else {
      return false
    }
    return scan < came && notified < came
  }

  /// When a person was last notified of a cause.
  func last(_ cause: NotificationCause, of recipient: MemberHandle, scope: UInt32) -> Instant? {
    last[Cause(scope: scope, recipient: recipient.index, cause: cause)]
  }

  /// Whether a person was notified of a cause, or no longer needs to be.
  func knows(_ cause: NotificationCause, of recipient: MemberHandle, scope: UInt32) -> Bool {
    last[Cause(scope: scope, recipient: recipient.index, cause: cause)] != nil
  }

  /// Records that a person no longer needs to be notified of a cause.
  mutating func excuse(
    _ cause: NotificationCause, of recipient: MemberHandle, scope: UInt32, at now: Instant
  ) {
    last[Cause(scope: scope, recipient: recipient.index, cause: cause)] = now
  }
}

// P24: notifications. A person is notified of a cause once, unless they have snoozed it; no
// notification goes out for a cause that has ended, to a former member, of a kind that is off, or
// in quiet hours; and a new member is not notified of what others had achieved before.
//
// Checked at each notification, against the server's current state of its cause: a goal that is
// reached, a meal that is missing, a deadline that is not met, a class that takes place; and at
// each push, against who is signed in on the phones. Of missing notifications, `RemindersChecker`
// checks reminders of classes, and snoozed badges and levels.
@usableFromInline struct NotificationsChecker: ~Copyable {
  var history = NotificationHistory()

  init() {}

  /// A notification goes out.
  mutating func checkNotification(
    _ delivery: NotificationDelivery, scope: UInt32, in zone: Zone, on server: borrowing Server,
    at now: Instant, _ shared: inout MonitorState
  ) {
    shared.tally.count(.notifications)
    if let before = history.note(delivery, scope: scope) {
      let end = server.scopes[Int(scope)].state.shared.snoozedUntil(
        delivery.cause, of: delivery.recipient)
      if end <= before || delivery.at < end {
        report(scope, now, "a person was notified of one cause twice", &shared)
      }
    }
    // The cause may recur after they joined, which is news to them; the first time it is not.
    let came = server.scopes[Int(scope)].state.member(delivery.recipient).activeSince
    let isNewInformation = ![.goal, .trophy, .level, .change].contains(delivery.cause.kind)
    if !isNewInformation, history.isOld(delivery.cause, since: came, scope: scope) {
      report(scope, now, "a person was notified of something from before they joined", &shared)
    }
    if let wrong = Self.wrong(with: delivery, in: zone, server.scopes[Int(scope)].state) {
      report(scope, now, wrong, &shared)
    }
  }

  /// NOT-5: a push goes to the phones on which its recipient is signed in, once to each.
  ///
  /// After a failover a server knows the sign-ins of its replica only.
  func checkPhones(
    _ phones: [UInt64], _ own: [UInt64], _ scope: UInt32, _ now: Instant,
    _ shared: inout MonitorState
  ) {
    guard shared.incarnation == 0 else { return }
    shared.tally.count(.notifications)
    if !phones.allSatisfy(own.contains) {
      report(scope, now, "a push went to a phone on which another person was signed in", &shared)
    } else if phones.sorted() != own.sorted() {
      report(
        scope, now, "a push did not go to exactly the phones that a person is signed in on", &shared
      )
    }
  }

  func report(
    _ scope: UInt32, _ now: Instant, _ what: String, _ shared: inout MonitorState
  ) {
    shared.tally.report(Violation(.notifications, at: now, scope: scope, what: what))
  }

  private static func wrong(
    with delivery: NotificationDelivery, in zone: Zone, _ state: borrowing ScopeState
  ) -> String? {
    let recipient = delivery.recipient
    if !state.member(recipient).isActive { return "a person was notified after they had left" }
    let settings = state.shared.notificationSettings(of: recipient)
    if delivery.channels.isEmpty
      || !settings.channels(for: delivery.cause.kind).isSuperset(of: delivery.channels)
    {
      return "a person was notified of a kind that they had switched off"
    }
    let minute = Int(zone.millisecondOfDay(at: delivery.at)) / 60_000
    if delivery.at < settings.silentUntil || isQuiet(settings.quiet, minute) {
      return "a person was notified in quiet hours"
    }
    return holds(delivery, state) ? nil : "a person was notified of a cause that had ended"
  }

  static func isQuiet(_ quiet: QuietHours?, _ minute: Int) -> Bool {
    guard let quiet else { return false }
    let length = (Int(quiet.until) - Int(quiet.from) + 1_440) % 1_440
    let since = (minute - Int(quiet.from) + 1_440) % 1_440
    return since < (length == 0 ? 1_440 : length)
  }

  /// Whether the cause of a notification is true; true for causes that are not checked.
  private static func holds(_ delivery: NotificationDelivery, _ state: borrowing ScopeState) -> Bool
  {
    let (cause, detail) = (delivery.cause, delivery.cause.detail)
    func row(_ day: UInt64) -> PersonDay {
      let index = state.index(of: LocalDay(number: Int32(truncatingIfNeeded: day)))
      return index < 0 ? PersonDay() : state.personDay(cause.subject, index)
    }
    switch cause.kind {
    case .checkIn: return !row(detail).hasCheckIn
    case .meal: return row(detail >> 8).meals[Int(detail & 3)] == 0
    case .goal where detail == 0:
      return state.goals.goal(cause.entity).map { $0.isCompleted && !$0.isDeleted } ?? false
    case .academic: return isDue(cause.entity, onDay: detail >> 1, state)
    case .streak: return isInDanger(cause.entity, of: cause.subject, onDay: detail, state)
    case .schedule where cause.subject == .newcomer:
      return takesPlace(cause.entity, atMinute: Int64(detail >> 16), state, delivery.at)
    case .duty:
      guard let change = cause.dutyChange else { return true }
      let one = state.occurrence(change.duty.occurrence, now: delivery.at)
      return one.map { !$0.isCancelled } ?? false
        && (state[change.duty].holder == delivery.recipient) == change.isGiven
    default: return true
    }
  }

  /// Whether an item is still due by a day, and neither it nor its course is deleted.
  private static func isDue(
    _ item: Entity, onDay day: UInt64, _ state: borrowing ScopeState
  ) -> Bool {
    guard let item = state.academics.academicItem(item), !item.isDone, !item.isDeleted,
      !item.isArchived
    else { return false }
    let course = state.academics.course(item.course)
    return item.due.day.number == Int32(truncatingIfNeeded: day) && course?.isDeleted != true
      && course?.isArchived != true
  }

  /// Whether an active habit was done on the three days before a day, and not on that day.
  private static func isInDanger(
    _ habit: Entity, of person: MemberHandle, onDay day: UInt64, _ state: borrowing ScopeState
  ) -> Bool {
    guard let slot = state.slot(of: habit) else { return false }
    let (habit, today) = (state.habitAt(slot), LocalDay(number: Int32(truncatingIfNeeded: day)))
    return habit.owner == person && habit.life.isAlive && !habit.archived.value
      && !state.isDone(slot, state.index(of: today))
      && (1...3).allSatisfy { state.isDone(slot, state.index(of: today.adding(days: -$0))) }
  }

  /// Whether an occurrence of a class begins at that time, and is still ahead.
  private static func takesPlace(
    _ trainingClass: Entity, atMinute minute: Int64, _ state: borrowing ScopeState, _ now: Instant
  ) -> Bool {
    let start = Instant(milliseconds: minute * Span.minute)
    return now < start + Span.minute
      && state.occurrences(in: start..<start + Span.minute, now: now).contains {
        $0.id.trainingClass == trainingClass && !$0.isCancelled
          && $0.start.milliseconds / Span.minute == minute
      }
  }
}
