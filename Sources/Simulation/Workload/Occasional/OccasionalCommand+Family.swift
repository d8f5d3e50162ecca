import Base
import Chronology
import DomainCore

// People, habits, notifications.
extension OccasionalCommand {
  func familyCommands(_ state: borrowing ScopeState) -> [Command] {
    let born = LocalDay(year: 1955, month: 5, day: 1 + roll(28, 1))
    let code = InvitationCode(draw.first ^ UInt64(author.index))
    var commands: [Command] = [
      .addMember(MemberAddition(role: .observer, born: born, name: text), by: author),
      .invite(as: .observer, code: code, by: author),
      .setProfile(isOn ? .school : .allergies, of: child, to: text),
      .setWeight(of: child, on: day, grams: grams),
      .setHeight(of: child, on: day, millimeters: millimeters),
      .setWorkoutSharing(of: author, to: isOn),
      .setConsent(for: child, given: true),
      .setChildMayLog(child, to: true),
    ]
    for place in 0..<state.families.invitations.count {
      let invitation = state.families.invitations[place]
      if state.families.isOpen(invitation, state.shared) {
        commands.append(.revokeInvitation(invitation.entity, by: author))
        break
      }
    }
    // Only guests who were added this way are removed this way.
    if !guests.isEmpty {
      let guest = guests[roll(guests.count, 4)]
      commands += [
        .setRole(of: guest, to: isOn ? .coach : .athlete),
        .setRoster(of: guest, athlete: child, to: isOn),
        .deactivateMember(guest), .activateMember(guest), .removeMember(guest),
      ]
    }
    return commands
  }

  /// About the known weight of the body, or any weight if it is unknown.
  private var grams: UInt32 {
    body.map { $0.grams + UInt32(roll(21, 2)) * 100 - 1_000 } ?? 30_000 + UInt32(roll(256, 2)) * 100
  }

  private var millimeters: UInt32 {
    body?.millimeters ?? 1_400 + UInt32(roll(256, 3))
  }

  func habitCommands(_ state: borrowing ScopeState) -> [Command] {
    var commands: [Command] = []
    for slot in 0..<state.habitCount where state.habitAt(slot).owner == author {
      let habit = state.habitAt(slot)
      if habit.life.isAlive {
        commands.append(.startHabit(habit.entity, of: author, on: day.adding(days: -roll(3))))
      }
    }
    return commands
  }

  /// A cause that a person may have been notified of: a child's badge or level, or any cause.
  private func toldCause(
    _ state: borrowing ScopeState, _ kind: NotificationKind
  ) -> NotificationCause {
    let any = NotificationCause(kind, about: child, detail: UInt64(roll(8, 2)))
    if roll(4, 3) == 0 { return any }
    let held = state.rewards.achievements(of: child)
    let badges = held.badges.badges.map {
      NotificationCause(.trophy, about: child, detail: UInt64($0.rawValue))
    }
    let level = NotificationCause(.level, about: child, detail: UInt64(held.level.rawValue))
    return pick(badges + [level], 2) ?? any
  }

  func notificationCommands(_ state: borrowing ScopeState) -> [Command] {
    let kind = pick(NotificationKind.allCases, 1) ?? .schedule
    let cause = toldCause(state, kind)
    return [
      .setNotificationChannels(isOn ? .push : [.push, .email], for: kind, of: author),
      .setQuietHours(QuietHours(from: 21 * 60, until: 6 * 60), of: author),
      .setQuietHours(nil, of: author),
      .setDoNotDisturb(until: now + 2 * Span.hour, of: author),
      roll(2, 4) == 0
        ? .setLeadMinutes(SIMD4(60, 30, 0, 0), of: author)
        : .setLeadMinutes(
          SIMD4(90, UInt16(roll(60, 5)), 0, 0), for: pick(ClassType.allCases, 6) ?? .practice,
          of: author),
      .snooze(cause, until: now + Span.hour, of: author),
    ]
  }
}
