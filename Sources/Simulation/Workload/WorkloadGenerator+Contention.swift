import Base
import Chronology
import DomainCore
import Population
import Scenarios
import Environment
import SimulatedWorld

// Whole families that change the same few records at once, on all their devices, so that their
// operations conflict; in any session of a day, if the scenario enables it.
extension WorkloadGenerator {
  mutating func contend(_ session: AppSession, _ world: inout World) {
    let home = world.directory.people[session.author].household
    guard
      let plan = behaviorContext.behavior.contention(
        people[session.author].person, in: world.directory.households[home].number,
        on: session.plannedDay, session: session.number)
    else { return }
    var number = 0
    var isGroupTouched = false
    while number < plan.things.count {
      let thing = plan.things[number]
      let isTogether = thing.isTogether && number + 1 < plan.things.count
      let isOfGroup = thing.draw.chance(outOf16: 2)
      if isOfGroup && contendInGroup(thing.draw, plan, number, session, &world) {
        isGroupTouched = true
      } else if isTogether {
        let next = plan.things[number + 1]
        submitTogether([thing.draw, next.draw], plan, number, session, &world)
        number += 1
      } else if let command = contended(thing.draw, plan, session, world),
        let fact = submit(command, .contended, number: number, session, &world)
      {
        activities[session.author].occasional.note(fact)
        if fact.kind == .habitDeleted { planRegret(thing.draw, number, session, world) }
      }
      number += 1
    }
    if isGroupTouched { exchangeInGroup(session, number: 2, &world) }
  }

  private mutating func submitTogether(
    _ draws: [RandomBits], _ plan: ContentionPlan, _ number: Int, _ session: AppSession,
    _ world: inout World
  ) {
    let commands = draws.compactMap { contended($0, plan, session, world) }
    guard !commands.isEmpty else { return }
    world.perform(
      Step(
        session.id(.contended, number: number), at: world.now,
        .submitTogether(commands, session.family)))
  }

  /// HAB-8: a person who deletes a habit may want to undo it, within the time limit or after it.
  private mutating func planRegret(
    _ draw: RandomBits, _ number: Int, _ session: AppSession, _ world: borrowing World
  ) {
    let minutes = 1 + Int64(draw.second.bits(32, from: 32).choice(of: 90))
    schedule.schedule(
      at: world.now + minutes * Span.minute, kind: WorkloadEvent.regrets.rawValue,
      detail: UInt16(session.number | number << 4), target: UInt32(session.author),
      payload: UInt32(session.runDay))
  }

  /// A person opens the app once more and restores the habit that was deleted last.
  mutating func regret(_ detail: Int, of index: Int, day: Int32, _ world: inout World) {
    guard !people[index].state.hasLeft else { return }
    let number = detail >> 4
    let device = device(of: index, session: detail & 15, on: date(of: day), world)
    let session = appSession(detail & 15, of: index, on: device, day: day, &world)
    guard Int(runDay(session.day)) < days, world.fleet.devices[session.device].user == index,
      let habit = lastDeleted(on: world[copyAt: session.family])
    else { return }
    submit(
      .restoreHabit(habit.entity, of: habit.owner), .habitRestore, place: 1, number: number,
      session, &world)
    world.perform(
      Step(
        session.id(.exchange, place: 1, number: number), at: world.now,
        .exchange(session.family)))
  }

  private func lastDeleted(on state: borrowing ScopeState) -> Habit? {
    let gone = (0..<state.habitCount).map { state.habitAt($0) }.filter { !$0.life.isAlive }
    return gone.max { $0.life.deletedAt < $1.life.deletedAt }
  }

  private func contended(
    _ draw: RandomBits, _ plan: ContentionPlan, _ session: AppSession, _ world: borrowing World
  ) -> Command? {
    var action = occasionalCommand(session, draw, world)
    action.subject = plan.subject
    return action.contended(
      action.contendedCommands(on: world[copyAt: session.family]), kinds: plan.simultaneousKinds)
  }

  /// False for a person without a group.
  private mutating func contendInGroup(
    _ draw: RandomBits, _ plan: ContentionPlan, _ number: Int, _ session: AppSession,
    _ world: inout World
  ) -> Bool {
    let place = ReplicaAddress(session.device, isGroup: true)
    guard world.hasReplica(at: place), world.revocation(at: place) == nil else { return false }
    let member = world.member(at: place)
    guard member != .newcomer else { return false }
    var action = occasionalCommand(session, draw, world)
    action.subject = plan.subject
    let commands = action.contendedCommands(inGroup: world[copyAt: place], of: member)
    guard let command = action.contended(commands, kinds: plan.simultaneousKinds) else {
      return false
    }
    submit(command, .contendedInGroup, number: number, inGroup: true, session, &world)
    return true
  }
}
