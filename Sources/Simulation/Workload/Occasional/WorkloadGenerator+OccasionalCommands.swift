import Base
import Chronology
import DomainCore
import Population
import Scenarios
import SimulatedWorld

// Occasional commands, in the first session of a day.
extension WorkloadGenerator {
  mutating func performOccasionalCommand(_ session: AppSession, _ world: inout World) {
    let author = session.author
    if let reason = behaviorContext.reasons?.reason(people[author].person, on: session.plannedDay) {
      doForReason(reason.kind, reason.draw, session, &world)
    }
    guard
      let draw = behaviorContext.behavior.occasionalCommand(
        people[author].person, on: session.plannedDay)
    else { return }
    let action = occasionalCommand(session, draw, world)
    let isOfGroup = draw.chance(outOf16: 2)
    if isOfGroup && world.hasReplica(at: ReplicaAddress(session.device, isGroup: true)) {
      performOccasionalCommandInGroup(action, session, &world)
      return
    }
    // A device that has just started over may not know them yet.
    guard Int(action.author.index) < world[copyAt: session.family].memberCount else { return }
    let commands = action.commands(on: world[copyAt: session.family])
    guard let command = action.pick(commands, 7) else { return }
    if let fact = submit(command, .occasional, session, &world) {
      activities[author].occasional.note(fact)
    }
  }

  /// Submits a command of a kind, if there is anything that it can be about.
  private mutating func doForReason(
    _ kind: FactKind, _ draw: RandomBits, _ session: AppSession, _ world: inout World
  ) {
    let place = ReplicaAddress(session.device, isGroup: kind.area == .groups)
    guard world.hasReplica(at: place), world.revocation(at: place) == nil else { return }
    let member = world.member(at: place)
    guard member != .newcomer, let reason = Reason.of(kind) else { return }
    var action = occasionalCommand(session, draw, world)
    action.isReasoned = true
    let person = people[session.author].person
    // Children and athletes do for themselves what parents do for children.
    if person.isYoung { action.child = action.author }
    let isAllowed =
      roleInFamily(session, world) != .child || reason.people.contains(.children)
    guard isAllowed, !reason.isAboutChildren || action.child != action.author else { return }
    if let subject = world.directory.person(
      action.child, of: world.directory.people[session.author].household)
    {
      action.body = behaviorContext.behavior.body(people[subject].person, on: session.day)
    }
    let commands =
      kind.area == .groups
      ? action.groupCommands(of: member, world[copyAt: place])
      : action.commands(in: kind.area, on: world[copyAt: place])
    guard let command = action.pick(commands.filter { $0.kind == kind }, 7) else { return }
    if let fact = submit(
      command, .occasionalForReason, inGroup: place.isGroup, session, &world)
    {
      activities[session.author].occasional.note(fact)
    }
    if place.isGroup { exchangeInGroup(session, number: 3, &world) }
  }

  private mutating func performOccasionalCommandInGroup(
    _ action: OccasionalCommand, _ session: AppSession, _ world: inout World
  ) {
    let place = ReplicaAddress(session.device, isGroup: true)
    let member = world.member(at: place)
    guard member != .newcomer, world.revocation(at: place) == nil else { return }
    let commands = action.groupCommands(of: member, world[copyAt: place])
    guard let command = action.pick(commands, 7) else { return }
    submit(command, .occasionalInGroup, inGroup: true, session, &world)
    exchangeInGroup(session, number: 1, &world)
  }

  /// The members of a family that are not simulated people.
  private func guests(
    of household: HouseholdRecord, at place: ReplicaAddress, _ world: borrowing World
  ) -> [MemberHandle] {
    let count = world[copyAt: place].memberCount
    var guests: [MemberHandle] = []
    for index in min(household.founderCount, count)..<count {
      let member = MemberHandle(UInt16(index))
      let people = household.firstPerson..<household.firstPerson + household.personCount
      let isResident =
        household.founderCount < household.personCount
        && people.contains { world.directory.people[$0].member == member }
      if !isResident { guests.append(member) }
    }
    return guests
  }

  func occasionalCommand(
    _ session: AppSession, _ draw: RandomBits, _ world: borrowing World
  ) -> OccasionalCommand {
    let household = world.directory.households[world.directory.people[session.author].household]
    let author = world.directory.people[session.author].member
    var (child, other) = (author, author)
    for index in household.firstPerson..<household.firstPerson + household.personCount
    where world.directory.people[index].member != .newcomer {
      let member = world.directory.people[index].member
      if people[index].person.role == .child { child = member }
      if people[index].person.role == .parent && member != author { other = member }
    }
    let texts = behaviorContext.sampleTexts.habitNames
    return OccasionalCommand(
      author: author, child: child, other: other,
      guests: guests(of: household, at: session.family, world), day: session.day,
      zone: household.zone.zone, now: world.now,
      text: texts[draw.first.bits(40, from: 24).choice(of: texts.count)].text,
      name: texts[draw.first.bits(40, from: 24).choice(of: texts.count)],
      otherText: texts[draw.first.bits(32, from: 32).choice(of: texts.count)].text,
      made: activities[session.author].occasional, draw: draw)
  }
}
