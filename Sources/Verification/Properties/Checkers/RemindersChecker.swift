import Base
import Chronology
import DomainCore
import SyncCore

// P24 of reminders: a parent is reminded of a class ahead of it, each time that they have set
// (NOT-1, NOT-7), as long as somebody of the family is still to come to it.
//
// Checked at each look that the server takes at a family: by then each reminder that is due has
// gone out, or is excused: it is switched off, held back by quiet hours or put off, or their
// account may not sync. Of other people, who are told of some classes only, nothing is said. And a
// badge or a level that somebody was told of and has put off is told once more (NOT-3).
extension NotificationsChecker {
  /// The server has told a family all that is to be told by now, by its own clock.
  mutating func checkReminders(
    _ scope: UInt32, _ zone: Zone, _ state: borrowing ScopeState, _ now: Instant,
    _ shared: inout MonitorState
  ) {
    told.looked(at: scope, now)
    let minute = Int(zone.millisecondOfDay(at: now)) / 60_000
    let parents = (0..<state.memberCount).map { MemberHandle(UInt16($0)) }.filter {
      state.member($0).isActive && state.member($0).role == .parent
    }
    let longest = parents.map { Self.longestLead(of: $0, state) }.max() ?? 0
    let end = now + Int64(longest + ClassPlace.travelRange.upperBound) * Span.minute
    for one in state.occurrences(in: now..<end, now: now)
    where one.start > now && Self.isAwaited(one, state) {
      for parent in parents {
        let settings = state.notificationSettings(of: parent)
        for cause in Self.reminders(of: one, for: parent, by: now, state) {
          shared.tally.count(.notifications)
          if told.knows(cause, of: parent, scope: scope) { continue }
          if settings.channels(for: .schedule).isEmpty {
            // What comes due while it is switched off is not sent later either.
            told.excuse(cause, of: parent, scope: scope, at: now)
          } else if now >= settings.silentUntil && !Self.isQuiet(settings.quiet, minute)
            && state.snoozedUntil(cause, of: parent) <= now
            && state.exclusion(of: parent, now: now) == nil
          {
            report(scope, now, "somebody was not told of a class", &shared)
          }
        }
      }
    }
  }

  /// What was put off until now, and is so still, has been told once more.
  mutating func checkPutOff(
    _ scope: UInt32, _ zone: Zone, _ state: borrowing ScopeState, _ now: Instant,
    _ shared: inout MonitorState
  ) {
    for earned in told.achieved[scope] ?? [] {
      let (cause, recipient) = (earned.cause, earned.recipient)
      let end = state.snoozedUntil(cause, of: recipient)
      guard end <= now, let last = told.last(cause, of: recipient, scope: scope), last < end,
        Int(cause.subject.index) < state.memberCount, Int(recipient.index) < state.memberCount,
        Self.isEarned(cause, on: zone.localDay(at: now), state)
      else { continue }
      shared.tally.count(.notifications)
      let (member, subject) = (state.member(recipient), state.member(cause.subject))
      let settings = state.notificationSettings(of: recipient)
      let minute = Int(zone.millisecondOfDay(at: now)) / 60_000
      let isCarer = subject.role == .child && member.role == .parent
      if subject.isActive && (isCarer || recipient == cause.subject)
        && !settings.channels(for: cause.kind).isEmpty && now >= settings.silentUntil
        && !Self.isQuiet(settings.quiet, minute) && member.activeSince < last
        && state.exclusion(of: recipient, now: now) == nil
      {
        report(scope, now, "somebody was not told again of what they had put off", &shared)
      }
    }
  }

  private static func isEarned(
    _ cause: NotificationCause, on day: LocalDay, _ state: borrowing ScopeState
  ) -> Bool {
    let held = state.achievements(of: cause.subject, asOf: day)
    if cause.kind == .level { return UInt64(held.level.rawValue) >= cause.detail }
    return held.badges.badges.contains { UInt64($0.rawValue) == cause.detail }
  }

  private static func longestLead(of parent: MemberHandle, _ state: borrowing ScopeState) -> Int {
    ClassType.allCases.flatMap { leads(of: parent, for: $0, state) }.max().map(Int.init) ?? 0
  }

  /// How many minutes ahead somebody is reminded: as set for the type of class, or for everything,
  /// and half an hour where nobody has set it.
  private static func leads(
    of parent: MemberHandle, for type: ClassType, _ state: borrowing ScopeState
  ) -> [UInt16] {
    func set(_ kind: UInt64) -> UInt64? {
      let key = FieldKey(.leadMinutesSet, of: .none, detail: kind << 16 | UInt64(parent.index))
      return state.shared.registers[key]?.value.first
    }
    guard let packed = set(UInt64(type.rawValue) + 1) ?? set(0) else { return [30] }
    return (0..<4).map { UInt16(truncatingIfNeeded: packed >> (16 * $0)) }.filter { $0 > 0 }
  }

  /// Whether somebody is still to come to it.
  private static func isAwaited(_ one: Occurrence, _ state: borrowing ScopeState) -> Bool {
    one.participants.contains { state.shared.attended(one.id, by: $0) != true }
  }

  /// The reminders of a class that are due, each by how long ahead it comes; a way that is longer
  /// than twenty minutes brings them forward by the rest.
  private static func reminders(
    of one: Occurrence, for parent: MemberHandle, by now: Instant, _ state: borrowing ScopeState
  ) -> [NotificationCause] {
    let way = Int64(max(0, one.place.travelMinutes - 20)) * Span.minute
    return leads(of: parent, for: one.type, state).filter {
      one.start - Int64($0) * Span.minute - way <= now
    }.map {
      let begins = UInt64(bitPattern: one.start.milliseconds / Span.minute)
      return NotificationCause(
        .schedule, about: .newcomer, entity: one.id.trainingClass,
        detail: begins << 16 | UInt64($0))
    }
  }
}
