// Notifications, subjects: what a screen opens for them, and when they came about.

import Base
public import Chronology

/// NOT-8: what a notification is about, as far as it is about something that a screen can open.
public struct NotificationSubject: Sendable {
  /// The occurrence that begins, was changed, collides, or needs a driver.
  public var occurrence: Occurrence?
  /// The duty, for a notification about one.
  public var duty: DutyKind?
  /// The other occurrence of a conflict.
  public var other: Occurrence?
  /// GOAL-1: the goal that was completed, or of which a milestone was reached.
  public var goal: Entity?

  init() {}
}

extension ScopeState {
  /// NOT-8: what a notification is about; empty for one about a person's day as a whole, and for
  /// what no longer exists.
  public func subject(of cause: NotificationCause, now: Instant) -> NotificationSubject {
    var subject = NotificationSubject()
    switch cause.kind {
    case .goal: subject.goal = cause.entity
    case .schedule:
      let start = Instant(milliseconds: Int64(bitPattern: cause.detail >> 16) * Span.minute)
      let around = occurrences(in: start..<start + Span.minute, now: now)
      subject.occurrence = around.first {
        $0.id.trainingClass == cause.entity && $0.start >= start && $0.start < start + Span.minute
      }
    case .change where cause.detail >> 63 == 0:
      let day = LocalDay(number: Int32(truncatingIfNeeded: cause.detail & (1 << 22 - 1)))
      subject.occurrence = occurrence(OccurrenceID(cause.entity, day), now: now)
    case .coverage, .duty:
      let duty = Duty(cause.entity, packed: cause.detail)
      subject.occurrence = occurrence(duty.occurrence, now: now)
      subject.duty = duty.kind
    case .conflict, .unassignedDuty:
      let conflict = conflicts(in: now..<now + 2 * Span.week, now: now).first {
        $0.identity.first == cause.entity.raw && $0.identity.second == cause.detail
      }
      guard let conflict else { return subject }
      subject.occurrence = occurrence(conflict.first.occurrence, now: now)
      subject.other = conflict.second.flatMap { occurrence($0.occurrence, now: now) }
      if conflict.kind != .child { subject.duty = conflict.first.kind }
    default: break
    }
    return subject
  }

  /// NOT-8: the day on which an achievement was reached, by the entries that paid for it; nil for
  /// one that pays nothing by itself, such as a trophy.
  public func dayAchieved(_ cause: NotificationCause) -> LocalDay? {
    switch cause.kind {
    case .goal where cause.detail == 0:
      return lastDay(of: cause.subject) { $0.kind == .goal && $0.entity == cause.entity }
    case .level:
      return UInt8(exactly: cause.detail).flatMap(Level.init(rawValue:))
        .flatMap { day(of: cause.subject, with: $0.pointsMin) }
    case .trophy where cause.entity == .none && cause.detail < 1 << 8:
      switch UInt8(exactly: cause.detail).flatMap(Badge.init(rawValue:)) {
      case .firstGoal: return firstDay(of: cause.subject) { $0.kind == .goal }
      case .weekWarrior: return firstDay(of: cause.subject) { $0.kind == .streakWeek }
      case .centuryClub: return day(of: cause.subject, with: Badge.centuryPoints)
      default: return nil
      }
    default: return nil
    }
  }

  private func firstDay(of person: MemberHandle, _ pays: (PointCause) -> Bool) -> LocalDay? {
    days(of: person, pays).first
  }

  private func lastDay(of person: MemberHandle, _ pays: (PointCause) -> Bool) -> LocalDay? {
    days(of: person, pays).last
  }

  private func days(of person: MemberHandle, _ pays: (PointCause) -> Bool) -> [LocalDay] {
    var days: [LocalDay] = []
    for place in rewards.ledgerPlaces(of: person) {
      let entry = rewards.ledger[place]
      if pays(entry.cause) && !entry.isReversal { days.append(entry.day) }
    }
    return days
  }

  /// The day on which a person's points of all time reached an amount.
  private func day(of person: MemberHandle, with points: Int64) -> LocalDay? {
    var sum: Int64 = 0
    for place in rewards.ledgerPlaces(of: person) where rewards.ledger[place].countsForLife {
      sum += Int64(rewards.ledger[place].amount)
      if sum >= points { return rewards.ledger[place].day }
    }
    return nil
  }
}
