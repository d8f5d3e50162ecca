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
    guard let founds = foundsGroup(number, world) else { return }
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
  private func foundsGroup(_ number: Int, _ world: borrowing World) -> Bool? {
    let founder = groups[number].founder
    guard founder >= 0 else { return true }
    if isMember(founder, world) { return false }
    return world.pendingCount(at: groupPlace(of: founder, world)) == 0 ? true : nil
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
