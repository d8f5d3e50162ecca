import Base
import DomainCore
import Population
import World

// Whole families that are at the same few things at once, on all their devices, so that what they
// say meets: where the scenario wants it, in any session of a day.
extension Life {
  mutating func contend(_ session: AppSession, _ world: inout World) {
    let home = world.people[session.author].household
    guard
      let plan = ways.behaviour.contention(
        people[session.author].person, in: world.households[home].number,
        on: session.plannedDay, session: session.number)
    else { return }
    var number = 0
    var isGroupTouched = false
    while number < plan.things.count {
      let thing = plan.things[number]
      let isTogether = thing.isTogether && number + 1 < plan.things.count
      if thing.draw.first >> 60 < 2 && contendInGroup(thing.draw, plan, number, session, &world) {
        isGroupTouched = true
      } else if isTogether {
        let next = plan.things[number + 1]
        sayTogether([thing.draw, next.draw], plan, number, session, &world)
        number += 1
      } else if let command = contended(thing.draw, plan, session, world),
        let fact = say(command, .contended, number: number, session, &world)
      {
        activities[session.author].rare.note(fact)
      }
      number += 1
    }
    if isGroupTouched { exchangeInGroup(session, number: 2, &world) }
  }

  private mutating func sayTogether(
    _ draws: [Draw], _ plan: ContentionPlan, _ number: Int, _ session: AppSession,
    _ world: inout World
  ) {
    let commands = draws.compactMap { contended($0, plan, session, world) }
    guard !commands.isEmpty else { return }
    world.perform(
      Step(
        session.id(.contended, number: number), at: world.now,
        .sayTogether(commands, session.family)))
  }

  private func contended(
    _ draw: Draw, _ plan: ContentionPlan, _ session: AppSession, _ world: borrowing World
  ) -> Command? {
    var action = rareAction(session, draw, world)
    action.subject = plan.subject
    return action.contended(
      action.contendedCommands(on: world[copyAt: session.family]), kinds: plan.kindsAtOnce)
  }

  /// False for who is in no group.
  private mutating func contendInGroup(
    _ draw: Draw, _ plan: ContentionPlan, _ number: Int, _ session: AppSession,
    _ world: inout World
  ) -> Bool {
    let place = Place(session.device, isGroup: true)
    guard world.hasReplica(at: place), world.revocation(at: place) == nil else { return false }
    let member = world.member(at: place)
    guard member != .newcomer else { return false }
    var action = rareAction(session, draw, world)
    action.subject = plan.subject
    let commands = action.contendedCommands(inGroup: world[copyAt: place], of: member)
    guard let command = action.contended(commands, kinds: plan.kindsAtOnce) else { return false }
    say(command, .contendedInGroup, number: number, inGroup: true, session, &world)
    return true
  }
}
