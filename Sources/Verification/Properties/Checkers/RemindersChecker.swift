import Base
import Chronology
import DomainCore
import SyncCore

// P24 of reminders: a parent is reminded ahead of a class at each time that they have set (NOT-1,
// NOT-7), as long as a family member is still to come to it.
//
// Checked at each scan of a family by the server: by then each due reminder has gone out, or is
// excused: it is switched off, held back by quiet hours or snoozed, or the account may not sync.
// Reminders of other people, who get those of some classes only, are not checked. A badge or level
// that was snoozed is repeated once (NOT-3).
extension NotificationsChecker {
  /// The server has sent all notifications of a family that are due now, by its own clock.
  mutating func checkReminders(
    _ scope: UInt32, _ zone: Zone, _ state: borrowing ScopeState, _ now: Instant,
    _ shared: inout MonitorState
  ) {
    history.scanned(at: scope, now)
    let minute = Int(zone.millisecondOfDay(at: now)) / 60_000
    let parents = (0..<state.memberCount).map { MemberHandle(UInt16($0)) }.filter {
      state.member($0).isActive && state.member($0).role == .parent
    }
    let longest = parents.map { Self.longestLead(of: $0, state) }.max() ?? 0
    let end = now + Int64(longest + ClassPlace.travelRange.upperBound) * Span.minute
    for one in state.occurrences(in: now..<end, now: now)
    where one.start > now && Self.isAwaited(one, state) {
      for parent in parents {
        let settings = state.shared.notificationSettings(of: parent)
        for cause in Self.reminders(of: one, for: parent, by: now, state) {
          shared.tally.count(.notifications)
          if history.knows(cause, of: parent, scope: scope) { continue }
          if settings.channels(for: .schedule).isEmpty {
            // A reminder that is due while it is switched off is not sent later either.
            history.excuse(cause, of: parent, scope: scope, at: now)
          } else if now >= settings.silentUntil && !Self.isQuiet(settings.quiet, minute)
            && state.shared.snoozedUntil(cause, of: parent) <= now
            && state.exclusion(of: parent, now: now) == nil
          {
            report(scope, now, "a person was not reminded of a class", &shared)
          }
        }
      }
    }
  }

  /// A notification snoozed until now whose cause is still true has been repeated.
  mutating func checkPutOff(
    _ scope: UInt32, _ zone: Zone, _ state: borrowing ScopeState, _ now: Instant,
    _ shared: inout MonitorState
  ) {
    for earned in history.achieved[scope] ?? [] {
      let (cause, recipient) = (earned.cause, earned.recipient)
      let end = state.shared.snoozedUntil(cause, of: recipient)
      guard end <= now, let last = history.last(cause, of: recipient, scope: scope), last < end,
        Int(cause.subject.index) < state.memberCount, Int(recipient.index) < state.memberCount,
        Self.isEarned(cause, on: zone.localDay(at: now), state)
      else { continue }
      shared.tally.count(.notifications)
      let (member, subject) = (state.member(recipient), state.member(cause.subject))
      let settings = state.shared.notificationSettings(of: recipient)
      let minute = Int(zone.millisecondOfDay(at: now)) / 60_000
      let isCarer = subject.role == .child && member.role == .parent
      if subject.isActive && (isCarer || recipient == cause.subject)
        && !settings.channels(for: cause.kind).isEmpty && now >= settings.silentUntil
        && !Self.isQuiet(settings.quiet, minute) && member.activeSince < last
        && state.exclusion(of: recipient, now: now) == nil
      {
        report(scope, now, "a person was not reminded again of what they had snoozed", &shared)
      }
    }
  }

  private static func isEarned(
    _ cause: NotificationCause, on day: LocalDay, _ state: borrowing ScopeState
  ) -> Bool {
    let held = state.rewards.achievements(
      of: cause.subject, asOf: day, state.shared, state.schedule)
    if cause.kind == .level { return UInt64(held.level.rawValue) >= cause.detail }
    return held.badges.badges.contains { UInt64($0.rawValue) == cause.detail }
  }

  private static func longestLead(of parent: MemberHandle, _ state: borrowing ScopeState) -> Int {
    ClassType.allCases.flatMap { leads(of: parent, for: $0, state) }.max().map(Int.init) ?? 0
  }

  /// How many minutes ahead a person is reminded: as set for the type of class, or for all classes,
  /// and half an hour by default.
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

  /// Whether a person is still to come to it.
  private static func isAwaited(_ one: Occurrence, _ state: borrowing ScopeState) -> Bool {
    one.participants.contains { state.shared.attended(one.id, by: $0) != true }
  }

  /// The due reminders of a class, each by its lead time; a trip of more than twenty minutes moves
  /// them earlier by the rest.
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
