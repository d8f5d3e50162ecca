import Base
import Chronology
import DomainCore
import Population
import Scenarios
import Environment
import SyncCore
import SimulatedWorld

// Groups: adults of a few neighboring households share how often they train. The first of them who
// wants to creates the group; once it exists, the others are invited.
extension WorkloadGenerator {
  /// On the third day or later, in a first session: creates the neighbors' group, or joins it.
  /// OFF-1: that needs a connection, so a person without one tries on another day.
  mutating func joinGroup(_ session: AppSession, _ world: inout World) {
    let author = session.author
    let phone = world.directory.people[author].firstDevice
    guard world.isOnline(phone), people[author].state.tenure >= 3,
      mayTryGroup(author, on: runDay(session.day), world)
    else { return }
    let number = world.directory.people[author].household / WorldSetup.householdsPerGroup
    guard let founds = foundsGroup(number, author, world) else { return }
    if !founds && waitsForOthers(number, world) { return }
    let name = name(inGroup: author)
    let command =
      founds
      ? Command.foundGroup(
        named: behaviorContext.sampleTexts.sport, code: code(of: number, world), as: name)
      : Command.joinGroup(code: code(of: number, world), as: name)
    activities[author].triedGroupDay = runDay(session.day)
    let outcome = world.perform(
      Step(session.id(.join), at: world.now, .join(command, person: author)))
    if founds, case .done(.some) = outcome { groups[number].founder = author }
  }

  /// In a first session: leaves the neighbors' group, for no modeled reason.
  mutating func leaveGroup(_ session: AppSession, _ world: inout World) {
    let place = ReplicaAddress(session.device, isGroup: true)
    guard isMember(session.author, world), world.revocation(at: place) == nil,
      behaviorContext.behavior.leavesGroup(people[session.author].person, on: session.plannedDay)
    else { return }
    let isErasing = session.runDay % 2 == 0
    submit(
      .leaveGroup(world.member(at: place), erasingWorkouts: isErasing), .occasionalInGroup,
      place: 1,
      inGroup: true, session, &world)
    exchangeInGroup(session, number: 4, &world)
  }

  func name(inGroup person: Int) -> TextHandle {
    let names = behaviorContext.sampleTexts.firstNames
    return names[Int(people[person].person.index) % names.count]
  }

  /// Whether a person creates a neighborhood's group or joins it; nil for a person who has to wait
  /// until the founder's device shows the group.
  func foundsGroup(
    _ number: Int, _ author: Int, _ world: borrowing World
  ) -> Bool? {
    let founder = groups[number].founder
    guard founder >= 0 else { return true }
    if isMember(founder, world) {
      return behaviorContext.asksOnlyFriends && !hasFriend(author, in: number, world) ? nil : false
    }
    return world.pendingCount(at: groupPlace(of: founder, world)) == 0 ? true : nil
  }

  /// Whether a friend of a person is in the group of their neighborhood.
  private func hasFriend(_ person: Int, in number: Int, _ world: borrowing World) -> Bool {
    let own = world.directory.households[world.directory.people[person].household].number
    return world.directory.households(ofGroup: number).contains { home in
      let record = world.directory.households[home]
      return behaviorContext.friends.know(own, record.number)
        && (record.firstPerson..<record.firstPerson + record.personCount).contains {
          world.directory.people[$0].deviceCount > 0 && isMember($0, world)
        }
    }
  }

  /// Whether a person may try to join their group: for the first time, or again a week after a
  /// rejection that may be temporary. Former members return at times.
  func mayTryGroup(_ person: Int, on day: Int32, _ world: borrowing World) -> Bool {
    let who = people[person].person
    guard
      who.role == .parent
        ? wantsGroup(person, world) : behaviorContext.behavior.joinsThoughYoung(who)
    else { return false }
    let place = groupPlace(of: person, world)
    guard world.hasReplica(at: place) else { return true }
    guard !isMember(person, world) else { return comesBack(person, on: day, world) }
    guard world.pendingCount(at: place) == 0,
      day - activities[person].triedGroupDay >= 7
    else { return false }
    return world.rejections(at: place).last?.reason.mayPass ?? true
  }

  /// Whether a former member wants to be in their group again.
  private func comesBack(_ person: Int, on day: Int32, _ world: borrowing World) -> Bool {
    world.revocation(at: groupPlace(of: person, world)) == .memberRemoved
      && day > activities[person].triedGroupDay
      && behaviorContext.behavior.comesBackToGroup(people[person].person, on: date(of: day))
  }

  private func isMember(_ person: Int, _ world: borrowing World) -> Bool {
    world.member(at: groupPlace(of: person, world)) != .newcomer
  }

  private func groupPlace(of person: Int, _ world: borrowing World) -> ReplicaAddress {
    ReplicaAddress(world.directory.people[person].firstDevice, isGroup: true)
  }

  /// The code only has to differ for each group; no one guesses codes here.
  func code(of number: Int, _ world: borrowing World) -> GroupCode {
    let first = world.directory.households[number * WorldSetup.householdsPerGroup].number
    return GroupCode(Digest128.mix(world.settings.seed, UInt64(first), 0, 0).first)
  }

  /// GRP-6: only a workout's count, calories and date reach the group.
  mutating func shareWorkout(
    _ workout: Entity, on day: LocalDay, kilocalories: Int, _ session: AppSession,
    _ world: inout World
  ) {
    let member = world.member(at: ReplicaAddress(session.device, isGroup: true))
    guard member != .newcomer else { return }
    submit(
      .shareWorkout(workout, of: member, on: day, calories: UInt16(kilocalories)), .share,
      inGroup: true, session, &world)
    exchangeInGroup(session, number: 0, &world)
  }
}

// Families whose members join one by one: the first parent invites the others, who join on their
// own phones, each on their own day.
extension WorkloadGenerator {
  /// Whether the app on a device shows a person their family, or asks for an invitation.
  func isOfFamily(_ person: Int, on device: Int, _ world: borrowing World) -> Bool {
    if world.directory.people[person].isFounder { return true }
    let place = ReplicaAddress(device)
    let member = world.member(at: place)
    return member != .newcomer && Int(member.index) < world[copyAt: place].memberCount
  }

  /// FAM-1: in the first parent's first session of a day, people who will join within two days, or
  /// who tried and were rejected, are sent an invitation.
  mutating func inviteFamily(_ session: AppSession, _ world: inout World) {
    let household = world.directory.households[world.directory.people[session.author].household]
    guard household.founderCount < household.personCount else { return }
    for index in household.firstPerson..<household.firstPerson + household.personCount
    where needsInvitation(index, session, world) {
      activities[index].invitations += 1
      activities[index].invitedDay = session.runDay
      submit(
        .invite(
          as: people[index].person.role, code: invitation(of: index, world),
          by: world.directory.people[session.author].member), .invite,
        place: index - household.firstPerson, session, &world)
    }
  }

  /// No second invitation is sent while one is in flight or open.
  private func needsInvitation(
    _ person: Int, _ session: AppSession, _ world: borrowing World
  ) -> Bool {
    guard !world.directory.people[person].isFounder,
      world.directory.people[person].member == .newcomer,
      session.runDay + 2 >= people[person].joinDay, !people[person].state.hasLeft
    else { return false }
    guard activities[person].invitations > 0 else { return true }
    guard session.runDay - activities[person].invitedDay >= 3 else { return false }
    let (code, place) = (invitation(of: person, world), session.family)
    guard let made = world[copyAt: place].families.invitation(opening: code) else { return true }
    return !world[copyAt: place].families.isOpen(made, world[copyAt: place].shared)
  }

  /// FAM-1: a person who is not a family member yet has opened the app. OFF-1: joining needs a
  /// connection, and is tried once a day, as long as nothing is pending.
  mutating func joinFamily(_ number: Int, of person: Int, day: Int32, _ world: inout World) {
    guard activities[person].invitations > 0, mayTryFamily(person, on: day, world) else { return }
    activities[person].triedFamilyDay = day
    let command = Command.join(
      with: invitation(of: person, world), as: people[person].person.role,
      born: people[person].person.born)
    let id = StepID(
      who: people[person].person.index, day: day, session: UInt8(number), verb: .joinFamily)
    world.perform(Step(id, at: world.now, .join(command, person: person)))
    if behaviorContext.behavior.mayGoTogether {
      joinFamilyTogether(with: command, person, day, &world)
    }
  }

  func mayTryFamily(_ person: Int, on day: Int32, _ world: borrowing World) -> Bool {
    let phone = world.directory.people[person].firstDevice
    return world.directory.people[person].member == .newcomer
      && activities[person].triedFamilyDay < day
      && world.isOnline(phone) && world.pendingCount(at: ReplicaAddress(phone)) == 0
  }

  /// Another code for each invitation; no one guesses codes here.
  private func invitation(of person: Int, _ world: borrowing World) -> InvitationCode {
    InvitationCode(
      Digest128.mix(
        world.settings.seed, UInt64(people[person].person.index),
        UInt64(activities[person].invitations), 1
      ).first)
  }
}

// People who try at the same second what only some of them can do: a group has ten seats, and an
// invitation is for one person.
extension WorkloadGenerator {
  /// Whether neighbors have agreed to join their new group at the same time, at the next full hour.
  mutating func waitsForOthers(_ number: Int, _ world: borrowing World) -> Bool {
    let neighborhood = world.directory.households[number * WorldSetup.householdsPerGroup].number
    guard behaviorContext.behavior.joinsSimultaneously(neighborhood) else { return false }
    if groups[number].meeting == .notAgreed {
      groups[number].meeting = .agreed
      let hour = world.now - world.now.milliseconds % Span.hour + Span.hour
      schedule.schedule(
        at: hour, kind: WorkloadEvent.groupMeets.rawValue, target: UInt32(number), payload: 0)
    }
    // People who were not there, or were rejected, try alone afterwards.
    return groups[number].meeting == .agreed
  }

  /// GRP-1: all neighbors who want to, have a connection and were not in the group before.
  mutating func joinGroupTogether(_ number: Int, _ world: inout World) {
    groups[number].meeting = .over
    let day = runDay(world.day(of: number * WorldSetup.householdsPerGroup))
    guard Int(day) < days else { return }
    for home in world.directory.households(ofGroup: number) {
      let record = world.directory.households[home]
      for person in record.firstPerson..<record.firstPerson + record.personCount
      where mayJoin(group: number, person, on: day, world) {
        activities[person].triedGroupDay = day
        let id = StepID(
          who: people[person].person.index, day: day, session: 0, verb: .joinTogether, place: 1)
        let command = Command.joinGroup(code: code(of: number, world), as: name(inGroup: person))
        world.perform(Step(id, at: world.now, .join(command, person: person)))
      }
    }
  }

  private func mayJoin(
    group number: Int, _ person: Int, on day: Int32, _ world: borrowing World
  ) -> Bool {
    guard world.directory.people[person].deviceCount > 0, !people[person].state.hasLeft,
      world.directory.people[person].member != .newcomer,
      world.isOnline(world.directory.people[person].firstDevice),
      mayTryGroup(person, on: day, world)
    else { return false }
    return foundsGroup(number, person, world) == false
  }

  /// FAM-1: other family members follow the link that was meant for one of them.
  mutating func joinFamilyTogether(
    with command: Command, _ invited: Int, _ day: Int32, _ world: inout World
  ) {
    let home = world.directory.people[invited].household
    let record = world.directory.households[home]
    guard behaviorContext.behavior.joinsSimultaneously(record.number) else { return }
    for person in record.firstPerson..<record.firstPerson + record.personCount
    where person != invited && world.directory.people[person].deviceCount > 0
      && people[person].joinDay <= day
      && !people[person].state.hasLeft && mayTryFamily(person, on: day, world)
    {
      activities[person].triedFamilyDay = day
      let id = StepID(who: people[person].person.index, day: day, session: 0, verb: .joinTogether)
      world.perform(Step(id, at: world.now, .join(command, person: person)))
    }
  }
}

extension Refusal {
  /// Whether a person who was rejected for this reason may be accepted later.
  fileprivate var mayPass: Bool {
    switch self {
    case .groupFull, .groupFounded, .groupUnknown, .alreadyInGroup, .accountWithoutConsent,
      .consentMissing, .parentNeeded:
      true
    default: false
    }
  }
}
