import Base
import Chronology
import DomainCore
import Population
import World

// What people see of the app, of their group and of the network, and how it moves them. Nobody is
// moved where nobody lapses.
extension Life {
  /// Somebody has opened the app on a device and sees how it is.
  mutating func notice(_ device: Int, by person: Int, _ world: borrowing World) {
    guard let course = ways.course else { return }
    let place = Place(device)
    var trouble = SeenTrouble()
    trouble.isOffline = !world.isOnline(device)
    trouble.isWaiting = world.pendingCount(at: place) > 0
    trouble.rejected = Int32(clamping: world.rejectedCount(at: place))
    course.notice(trouble, &minds[person])
  }

  /// The app on a device begins anew.
  mutating func startOver(_ device: Int, _ world: borrowing World) {
    guard let course = ways.course else { return }
    course.startOver(&minds[world.devices[device].owner])
  }

  /// NOT-2: whoever has had enough of reminders switches off what the app reminds of all day.
  mutating func refuseReminders(_ session: AppSession, _ world: inout World) {
    guard ways.course != nil, minds[session.author].hasRefusedPrompts,
      !minds[session.author].hasSwitchedOff
    else { return }
    minds[session.author].hasSwitchedOff = true
    let kinds: [NotificationKind] = [.meal, .hydration, .checkIn, .streak]
    for (place, kind) in kinds.enumerated() {
      say(
        .setNotificationChannels([], for: kind, of: world.people[session.author].member),
        .quietHours, number: 1 + place, session, &world)
    }
  }

  /// How many times as often as otherwise somebody trains today: more in a group with others, and
  /// most when a rank is in reach late in the week, as the board on their phone has it.
  mutating func trainingFactor(_ session: AppSession, _ world: borrowing World) -> Double {
    guard let course = ways.course else { return 1 }
    let place = Place(session.device, isGroup: true)
    let member = world.member(at: place)
    guard member != .newcomer, world.revocation(at: place) == nil else {
      minds[session.author].hasGroup = false
      return 1
    }
    let values = Self.standings(in: world[copyAt: place], on: session.day, now: world.now)
    let others = values.filter { $0.member != member }
    minds[session.author].hasGroup = Self.hasOthers(world[copyAt: place], but: member)
    guard minds[session.author].hasGroup else { return 1 }
    let own = values.first { $0.member == member }?.value ?? 0
    let isNearRank = others.contains { $0.value <= own + 1 && own <= $0.value + 1 }
    return course.trainingFactor(isNearRank: isNearRank, on: session.day)
  }

  private static func standings(
    in copy: borrowing ScopeState, on day: LocalDay, now: Instant
  ) -> [BoardRow] {
    copy.board(week: day, challenge: .checkIns, now: now, nameOrder: { _, _ in false }).rows
  }

  private static func hasOthers(_ copy: borrowing ScopeState, but member: MemberHandle) -> Bool {
    (0..<copy.group.seats.count).contains {
      $0 != Int(member.index) && copy.group.seats[$0].isActive
    }
  }

  /// Whether somebody wants to be in a group: of their own, or because they are invited.
  func wantsGroup(_ person: Int, _ world: borrowing World) -> Bool {
    if ways.behaviour.joinsGroup(people[person].person) { return true }
    guard let course = ways.course else { return false }
    return course.isInvited(people[person].person, at: homes[world.people[person].household])
  }
}
