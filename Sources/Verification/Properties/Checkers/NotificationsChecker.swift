import Base
import Chronology
import DomainCore
import SyncCore

/// What somebody was told of, by which a second time is known.
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
  /// When anybody was told for the first time.
  private var first: [ScopeCause: Instant] = [:]
  /// By scope, who was told of a badge or a level.
  private(set) var achieved: [UInt32: [Earned]] = [:]
  /// By scope, when the server last looked at what is to be told, by its clock.
  private var looks: [UInt32: Instant] = [:]

  /// Notes a notification, and returns when the same went out before, if it did.
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

  mutating func looked(at scope: UInt32, _ now: Instant) { looks[scope] = now }

  /// Whether others were told of something before somebody came whom nobody has told anything yet.
  func isOld(_ cause: NotificationCause, since came: Instant, scope: UInt32) -> Bool {
    guard let look = looks[scope], let told = first[ScopeCause(scope: scope, cause: cause)] else {
      return false
    }
    return look < came && told < came
  }

  /// When somebody was last told of something.
  func last(_ cause: NotificationCause, of recipient: MemberHandle, scope: UInt32) -> Instant? {
    last[Cause(scope: scope, recipient: recipient.index, cause: cause)]
  }

  /// Whether somebody was told of something, or is not to be any more.
  func knows(_ cause: NotificationCause, of recipient: MemberHandle, scope: UInt32) -> Bool {
    last[Cause(scope: scope, recipient: recipient.index, cause: cause)] != nil
  }

  /// Notes that somebody is not to be told of something any more, as if they had been.
  mutating func excuse(
    _ cause: NotificationCause, of recipient: MemberHandle, scope: UInt32, at now: Instant
  ) {
    last[Cause(scope: scope, recipient: recipient.index, cause: cause)] = now
  }
}

// P24: notifications. A cause is told to a person once, unless they have put it off; none goes out
// whose cause has ended, to somebody who is out, by a channel that is off, or in quiet hours; and
// who comes is not told what others had achieved before.
//
// Checked at each notification that goes out, against what the server's state has of its cause just
// then: a goal that is reached, a meal that is missing, a deadline that is not met, a class that
// takes place; and a push, against who is signed in on the phones. Of what should have been told,
// reminders of classes are looked at, and badges and levels that somebody has put off, by
// `RemindersChecker`.
@usableFromInline struct NotificationsChecker: ~Copyable {
  var told = NotificationHistory()

  init() {}

  /// A notification goes out.
  mutating func checkNotification(
    _ delivery: NotificationDelivery, scope: UInt32, in zone: Zone, on server: borrowing Server,
    at now: Instant, _ shared: inout MonitorState
  ) {
    shared.tally.count(.notifications)
    if let before = told.note(delivery, scope: scope) {
      let end = server.scopes[Int(scope)].state.snoozedUntil(
        delivery.cause, of: delivery.recipient)
      if end <= before || delivery.at < end {
        report(scope, now, "somebody was told of one cause twice", &shared)
      }
    }
    // It may be reached once more after they came, which is news to them; but not at first sight.
    let came = server.scopes[Int(scope)].state.member(delivery.recipient).activeSince
    let isNewInformation = ![.goal, .trophy, .level, .change].contains(delivery.cause.kind)
    if !isNewInformation, told.isOld(delivery.cause, since: came, scope: scope) {
      report(scope, now, "somebody was told what was so before they came", &shared)
    }
    if let wrong = Self.wrong(with: delivery, in: zone, server.scopes[Int(scope)].state) {
      report(scope, now, wrong, &shared)
    }
  }

  /// NOT-5: a push goes to the phones on which its recipient is signed in, to each once.
  ///
  /// A server that has begun anew knows the sign-ins of its copy alone.
  func checkPhones(
    _ phones: [UInt64], _ own: [UInt64], _ scope: UInt32, _ now: Instant,
    _ shared: inout MonitorState
  ) {
    guard shared.incarnation == 0 else { return }
    shared.tally.count(.notifications)
    if !phones.allSatisfy(own.contains) {
      report(scope, now, "a push went to a phone on which somebody else was signed in", &shared)
    } else if phones.sorted() != own.sorted() {
      report(scope, now, "a push went to other phones than somebody is signed in on", &shared)
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
    if !state.member(recipient).isActive { return "somebody was told of something who is out" }
    let settings = state.notificationSettings(of: recipient)
    if delivery.channels.isEmpty
      || !settings.channels(for: delivery.cause.kind).isSuperset(of: delivery.channels)
    {
      return "somebody was told of something that they had switched off"
    }
    let minute = Int(zone.millisecondOfDay(at: delivery.at)) / 60_000
    if delivery.at < settings.silentUntil || isQuiet(settings.quiet, minute) {
      return "somebody was told of something in quiet hours"
    }
    return holds(delivery, state) ? nil : "somebody was told of a cause that had ended"
  }

  static func isQuiet(_ quiet: QuietHours?, _ minute: Int) -> Bool {
    guard let quiet else { return false }
    let length = (Int(quiet.until) - Int(quiet.from) + 1_440) % 1_440
    let since = (minute - Int(quiet.from) + 1_440) % 1_440
    return since < (length == 0 ? 1_440 : length)
  }

  /// Whether what a notification is about is so; true of what is not looked at.
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
      return state.goal(cause.entity).map { $0.isCompleted && !$0.isDeleted } ?? false
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

  /// Whether something is still to be done by a day, and shown: neither it nor its course has gone.
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

  /// Whether a habit that somebody keeps was done on the three days before one, and not on it.
  private static func isInDanger(
    _ habit: Entity, of person: MemberHandle, onDay day: UInt64, _ state: borrowing ScopeState
  ) -> Bool {
    guard let slot = state.slot(of: habit) else { return false }
    let (habit, today) = (state.habitAt(slot), LocalDay(number: Int32(truncatingIfNeeded: day)))
    return habit.owner == person && habit.life.isAlive && !habit.archived.value
      && !state.isDone(slot, state.index(of: today))
      && (1...3).allSatisfy { state.isDone(slot, state.index(of: today.adding(days: -$0))) }
  }

  /// Whether an occurrence of a class begins just then, and is still ahead.
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
