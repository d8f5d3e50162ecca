import Base
import Chronology
import DomainCore
import Population
import SyncCore
import World

// Groups: adults of a few neighbouring households share how often they train. The first of them who
// wants to founds the group; once the founding stands, the others are asked in.
extension Life {
  /// On the third day or later, in a first session: founds the neighbours' group, or joins it.
  /// OFF-1: that needs a connection, so somebody without one tries on another day.
  mutating func joinGroup(_ session: AppSession, _ world: inout World) {
    let (author, person) = (session.author, people[session.author].person)
    let phone = world.people[author].firstDevice
    guard world.isOnline(phone), person.role == .parent, people[author].state.tenure >= 3,
      wantsGroup(author, world), mayTryGroup(session, world)
    else { return }
    let number = world.people[author].household / Inventory.householdsPerGroup
    guard let founds = foundsGroup(number, author, world) else { return }
    let code = code(of: number, world)
    let name = ways.words.firstNames[Int(person.index) % ways.words.firstNames.count]
    let command =
      founds
      ? Command.foundGroup(named: ways.words.sport, code: code, as: name)
      : Command.joinGroup(code: code, as: name)
    activities[author].triedGroupDay = runDay(session.day)
    let outcome = world.perform(
      Step(session.id(.join), at: world.now, .join(command, person: author)))
    if founds, case .done(.some) = outcome { groups[number].founder = author }
  }

  /// Whether somebody founds a neighbourhood's group or joins it; nil for whoever has to wait, as
  /// long as the founder's device does not show that there is a group to be invited to.
  private func foundsGroup(
    _ number: Int, _ author: Int, _ world: borrowing World
  ) -> Bool? {
    let founder = groups[number].founder
    guard founder >= 0 else { return true }
    if isMember(founder, world) {
      return ways.asksOnlyFriends && !hasFriend(author, in: number, world) ? nil : false
    }
    return world.pendingCount(at: groupPlace(of: founder, world)) == 0 ? true : nil
  }

  /// Whether somebody whom a person knows is in the group of their neighbourhood.
  private func hasFriend(_ person: Int, in number: Int, _ world: borrowing World) -> Bool {
    let own = world.households[world.people[person].household].number
    return world.households(ofGroup: number).contains { home in
      let record = world.households[home]
      return ways.friends.know(own, record.number)
        && (record.firstPerson..<record.firstPerson + record.personCount).contains {
          world.people[$0].deviceCount > 0 && isMember($0, world)
        }
    }
  }

  /// Whether somebody may try to get into their group: for the first time, or once more a week
  /// after they were refused for a reason that may pass. Who has been in it does not come back.
  private func mayTryGroup(_ session: AppSession, _ world: borrowing World) -> Bool {
    let place = groupPlace(of: session.author, world)
    guard world.hasReplica(at: place) else { return true }
    guard !isMember(session.author, world), world.pendingCount(at: place) == 0,
      runDay(session.day) - activities[session.author].triedGroupDay >= 7
    else { return false }
    return world.rejections(at: place).last?.reason.mayPass ?? true
  }

  private func isMember(_ person: Int, _ world: borrowing World) -> Bool {
    world.member(at: groupPlace(of: person, world)) != .newcomer
  }

  private func groupPlace(of person: Int, _ world: borrowing World) -> Place {
    Place(world.people[person].firstDevice, isGroup: true)
  }

  /// The code only has to be another one for each group; nobody guesses here.
  private func code(of number: Int, _ world: borrowing World) -> GroupCode {
    let first = world.households[number * Inventory.householdsPerGroup].number
    return GroupCode(Digest128.mix(world.settings.seed, UInt64(first), 0, 0).first)
  }

  /// GRP-6: of a workout only count, calories and date reach the group.
  mutating func shareWorkout(
    _ workout: Entity, on day: LocalDay, kilocalories: Int, _ session: AppSession,
    _ world: inout World
  ) {
    let member = world.member(at: Place(session.device, isGroup: true))
    guard member != .newcomer else { return }
    say(
      .shareWorkout(workout, of: member, on: day, calories: UInt16(kilocalories)), .share,
      inGroup: true, session, &world)
    exchangeInGroup(session, number: 0, &world)
  }
}

// Families who come one by one: the first parent invites the others, who join on their own phones,
// each on a day of theirs.
extension Life {
  /// Whether the app on a device shows somebody their family, or asks for an invitation.
  func isOfFamily(_ person: Int, on device: Int, _ world: borrowing World) -> Bool {
    if world.people[person].isFounder { return true }
    let place = Place(device)
    let member = world.member(at: place)
    return member != .newcomer && Int(member.index) < world[copyAt: place].memberCount
  }

  /// FAM-1: a first session of the first parent's: whoever means to come within two days, or has
  /// come and was not let in, is sent an invitation.
  mutating func inviteFamily(_ session: AppSession, _ world: inout World) {
    let household = world.households[world.people[session.author].household]
    guard household.founderCount < household.personCount else { return }
    for index in household.firstPerson..<household.firstPerson + household.personCount
    where needsInvitation(index, session, world) {
      activities[index].invitations += 1
      activities[index].invitedDay = session.runDay
      say(
        .invite(
          as: people[index].person.role, code: invitation(of: index, world),
          by: world.people[session.author].member), .invite,
        place: index - household.firstPerson, session, &world)
    }
  }

  /// Nobody is sent another invitation while one is on its way or open.
  private func needsInvitation(
    _ person: Int, _ session: AppSession, _ world: borrowing World
  ) -> Bool {
    guard !world.people[person].isFounder, world.people[person].member == .newcomer,
      session.runDay + 2 >= people[person].joinDay, !people[person].state.hasLeft
    else { return false }
    guard activities[person].invitations > 0 else { return true }
    guard session.runDay - activities[person].invitedDay >= 3 else { return false }
    let (code, place) = (invitation(of: person, world), session.family)
    guard let made = world[copyAt: place].invitation(opening: code) else { return true }
    return !world[copyAt: place].isOpen(made)
  }

  /// FAM-1: somebody who is not of the family yet has opened the app. OFF-1: to join takes a
  /// connection, and it is tried once a day, as long as nothing waits.
  mutating func joinFamily(_ number: Int, of person: Int, day: Int32, _ world: inout World) {
    let phone = world.people[person].firstDevice
    guard world.people[person].member == .newcomer, activities[person].invitations > 0,
      activities[person].triedFamilyDay < day, world.isOnline(phone),
      world.pendingCount(at: Place(phone)) == 0
    else { return }
    activities[person].triedFamilyDay = day
    let command = Command.join(
      with: invitation(of: person, world), as: people[person].person.role,
      born: people[person].person.born)
    let id = StepID(
      who: people[person].person.index, day: day, session: UInt8(number), verb: .joinFamily)
    world.perform(Step(id, at: world.now, .join(command, person: person)))
  }

  /// Another code for each invitation that somebody was sent; nobody guesses here.
  private func invitation(of person: Int, _ world: borrowing World) -> InvitationCode {
    InvitationCode(
      Digest128.mix(
        world.settings.seed, UInt64(people[person].person.index),
        UInt64(activities[person].invitations), 1
      ).first)
  }
}

extension Refusal {
  /// Whether somebody who was refused entry for this reason may be let in later.
  fileprivate var mayPass: Bool {
    switch self {
    case .groupFull, .groupFounded, .groupUnknown, .alreadyInGroup, .accountWithoutConsent,
      .consentMissing, .parentNeeded:
      true
    default: false
    }
  }
}
