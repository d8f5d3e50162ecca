import Base
import Chronology

// What the calendar brings: reminders ahead of events, conflicts, and duties without a driver.
extension NotificationPlanner {
  /// NOT-1: 30 minutes before an event, or as somebody has set it, several times if they like.
  ///
  /// The start is part of the cause, so that a moved event is announced anew and one that stays
  /// where it is never twice.
  mutating func planSchedule(_ state: borrowing ScopeState) {
    let longest = Int64(NotificationSettings.leadMinutesMax) * Span.minute
    let occurrences = state.occurrences(in: now..<now + longest, now: now)
    for index in 0..<state.memberCount {
      let member = MemberHandle(UInt16(index))
      guard state.member(member).isActive else { continue }
      let leads = state.notificationSettings(of: member).leadMinutes
      for one in occurrences where !one.isCancelled && one.start > now {
        var children = one.participants.makeIterator()
        let child = children.next() ?? member
        // A child is reminded of its own events only.
        guard state.member(member).role != .child || one.participants.contains(member) else {
          continue
        }
        remind(member, of: one.id.trainingClass, about: child, at: one.start, leads)
      }
      remindOfSessions(member, leads, state)
    }
  }

  private mutating func remindOfSessions(
    _ member: MemberHandle, _ leads: SIMD4<UInt16>, _ state: borrowing ScopeState
  ) {
    let today = today(of: member)
    for offset in 0...1 {
      let day = today.adding(days: offset)
      for session in state.sessions(of: member, on: day) where !session.report.isDone {
        let start = zone(member).instant(
          of: session.time.day, millisecondOfDay: Int32(session.time.minuteOfDay) * 60_000)
        remind(member, of: session.key.entity, about: member, at: start, leads)
      }
    }
  }

  private mutating func remind(
    _ member: MemberHandle, of entity: Entity, about subject: MemberHandle, at start: Instant,
    _ leads: SIMD4<UInt16>
  ) {
    guard start > now else { return }
    for place in 0..<4 where leads[place] > 0 {
      let minute = UInt64(bitPattern: start.milliseconds / Span.minute)
      tell(
        member,
        NotificationCause(
          .schedule, about: subject, entity: entity, detail: minute << 16 | UInt64(leads[place])),
        due: start - Int64(leads[place]) * Span.minute, until: start)
    }
  }

  /// NOT-1: a conflict as soon as it is there, and a duty that nobody has two days ahead; until it
  /// is handled, or over.
  mutating func planConflicts(_ state: borrowing ScopeState) {
    for conflict in state.conflicts(in: now..<now + 2 * Span.week, now: now)
    where !conflict.said.isHandled {
      let cause = NotificationCause(
        conflict.kind == .unassigned ? .unassignedDuty : .conflict,
        about: conflict.person ?? MemberHandle(0), entity: Entity(raw: conflict.identity.first),
        detail: conflict.identity.second)
      tellParents(cause, due: now, until: conflict.from, state)
    }
  }
}
