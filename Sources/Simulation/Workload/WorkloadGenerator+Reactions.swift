import Base
import Chronology
import DomainCore
import Population
import Scenarios
import SimulatedWorld

// How people react to what they see of the app, their group and the network. Without lapses in the
// scenario, they do not react.
extension WorkloadGenerator {
  /// A person has opened the app on a device and sees its state.
  mutating func notice(_ device: Int, by person: Int, _ world: borrowing World) {
    guard let course = behaviorContext.course else { return }
    let place = ReplicaAddress(device)
    var observedFaults = ObservedFaults()
    observedFaults.isOffline = !world.isOnline(device)
    observedFaults.isWaiting = world.pendingCount(at: place) > 0
    observedFaults.rejected = Int32(clamping: world.rejectedCount(at: place))
    course.notice(observedFaults, &engagementStates[person])
  }

  /// The app on a device starts empty.
  mutating func startOver(_ device: Int, _ world: borrowing World) {
    guard let course = behaviorContext.course else { return }
    course.startOver(&engagementStates[world.fleet.devices[device].owner])
  }

  /// NOT-2: a person who is annoyed by reminders switches them off.
  mutating func refuseReminders(_ session: AppSession, _ world: inout World) {
    guard behaviorContext.course != nil, engagementStates[session.author].hasRefusedPrompts,
      !engagementStates[session.author].hasSwitchedOff
    else { return }
    engagementStates[session.author].hasSwitchedOff = true
    let kinds: [NotificationKind] = [.meal, .hydration, .checkIn, .streak]
    for (place, kind) in kinds.enumerated() {
      submit(
        .setNotificationChannels([], for: kind, of: world.directory.people[session.author].member),
        .quietHours, number: 1 + place, session, &world)
    }
  }

  /// The factor of a person's training today: higher in a group, the more balanced the others were
  /// last week, and highest when a rank is in reach late in the week, as the leaderboard on their
  /// phone shows it.
  mutating func trainingFactor(_ session: AppSession, _ world: borrowing World) -> Double {
    guard let course = behaviorContext.course else { return 1 }
    let place = ReplicaAddress(session.device, isGroup: true)
    let member = world.member(at: place)
    guard member != .newcomer, world.revocation(at: place) == nil else {
      engagementStates[session.author].hasGroup = false
      return 1
    }
    engagementStates[session.author].hasGroup = Self.hasOthers(world[copyAt: place], but: member)
    guard engagementStates[session.author].hasGroup else { return 1 }
    var balance = 1.0
    if course.looksAtBalance {
      let lastWeek = Self.standings(
        in: world[copyAt: place], on: session.day.adding(days: -7), .checkIns, now: world.now)
      balance = LifecycleModel.balance(of: lastWeek.map(\.value))
    }
    let isNearRank =
      course.looksAtRanks(on: session.day)
      && Self.isNearRank(member, in: world[copyAt: place], on: session.day, now: world.now)
    return course.trainingFactor(balance: balance, isNearRank: isNearRank, on: session.day)
  }

  /// GRP-4: whether one workout would gain a member a rank, or keep it, in a challenge of the week.
  static func isNearRank(
    _ member: MemberHandle, in copy: borrowing ScopeState, on day: LocalDay, now: Instant
  ) -> Bool {
    for challenge in GroupChallenge.allCases {
      let rows = standings(in: copy, on: day, challenge, now: now)
      let own = rows.first { $0.member == member }?.value ?? 0
      let isNear = rows.contains {
        $0.member != member && $0.value <= own + 1 && own <= $0.value + 1
      }
      if isNear { return true }
    }
    return false
  }

  private static func standings(
    in copy: borrowing ScopeState, on day: LocalDay, _ challenge: GroupChallenge, now: Instant
  ) -> [BoardRow] {
    copy.group.board(week: day, challenge: challenge, now: now, nameOrder: { _, _ in false }).rows
  }

  private static func hasOthers(_ copy: borrowing ScopeState, but member: MemberHandle) -> Bool {
    (0..<copy.group.seats.count).contains {
      $0 != Int(member.index) && copy.group.seats[$0].isActive
    }
  }

  /// Whether a person wants to be in a group: on their own, or because they are invited.
  func wantsGroup(_ person: Int, _ world: borrowing World) -> Bool {
    if behaviorContext.behavior.joinsGroup(people[person].person) { return true }
    guard let course = behaviorContext.course else { return false }
    return course.isInvited(
      people[person].person, at: homes[world.directory.people[person].household])
  }
}
