import Base
import Chronology
import DomainCore
import Environment
import SyncCore
import Testing

@testable import SimulatedWorld

@Suite("Only steps change a world")
struct StepTests {
  @Test("an operation submitted on one phone reaches the other one when both are used")
  func said() {
    var world = SmallWorld.world()
    let noon = SmallWorld.noon()
    world.perform(
      Step(SmallWorld.id(.water), at: noon, .submit(SmallWorld.glass(of: 0), ReplicaAddress(0))))
    world.perform(Step(SmallWorld.id(.close), at: noon, .close(device: 0)))
    world.advance(to: noon + Span.minute)
    world.perform(Step(SmallWorld.id(.open, who: 1), at: noon + Span.minute, .open(device: 1)))
    world.advance(to: noon + 2 * Span.minute)
    let (seen, messages) = (
      world[copyAt: ReplicaAddress(1)].personDay(MemberHandle(0), 0).waters,
      world.events.counters.messages
    )
    #expect(seen == 1 && messages == 4)
    world.finish(before: world.settings.watermark)
    world.settle()
    let violations = world.violations
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test("an accepted and a rejected command are each reported to the listeners once")
  func simulationEvents() {
    var world = SmallWorld.world()
    let nothing = Command.logWater(
      for: MemberHandle(0), WaterAmount(tenthOunces: 0, source: .glass, minuteOfDay: 0))
    world.perform(
      Step(
        SmallWorld.id(.water), at: SmallWorld.noon(),
        .submit(SmallWorld.glass(of: 0), ReplicaAddress(0))))
    world.perform(
      Step(
        SmallWorld.id(.water, number: 1), at: SmallWorld.noon(), .submit(nothing, ReplicaAddress(0))
      ))
    world.perform(Step(SmallWorld.id(.close), at: SmallWorld.noon(), .close(device: 0)))
    world.advance(to: SmallWorld.noon() + Span.minute)
    let kinds = (0..<world.events.simulationEvents.count).map {
      world.events.simulationEvents[$0].kind
    }
    #expect(kinds == [.committed, .refused, .closed, .decided])
    let waited = world.events.simulationEvents[3].waited
    #expect(waited == 100)
  }

  @Test("a step with a missing precondition is skipped and counted, and changes nothing")
  func impossible() {
    var world = SmallWorld.world()
    let before = world.backend.server.scopes[0].state.digest
    let steps: [StepAction] = [
      .submit(SmallWorld.glass(of: 0), ReplicaAddress(0, isGroup: true)), .open(device: 9),
      .askCalendar(household: 0), .expireCalendarTokens(household: 0), .leave(person: 7),
      .deleteAccount(person: 7), .healthStoreFault(person: 0, .closed), .catalogFails(device: 9),
      .impossible, .exchange(ReplicaAddress(1, isGroup: true)),
    ]
    for (number, action) in steps.enumerated() {
      let outcome = world.perform(
        Step(SmallWorld.id(.occasional, number: number), at: SmallWorld.noon(), action))
      guard case .impossible = outcome else {
        Issue.record("\(action) was possible")
        continue
      }
    }
    let (skipped, done, messages) = (
      world.events.counters.stepsImpossible, world.events.counters.steps,
      world.events.counters.messages
    )
    #expect(skipped == Int64(steps.count) && done == skipped && messages == 0)
    let after = world.backend.server.scopes[0].state.digest
    #expect(after == before)
  }

  @Test("a transaction is saved as a whole or not at all")
  func together() {
    var world = SmallWorld.world()
    let name = HabitName(text: TextHandle(1), folded: TextHandle(1))
    let habit = Command.createHabit(
      for: MemberHandle(0), name: name, category: .empty, icon: 1, rank: 1)
    // The second habit has the name that the first one gets.
    let refused = world.perform(
      Step(
        SmallWorld.id(.habit), at: SmallWorld.noon(),
        .submitTogether([habit, habit], ReplicaAddress(0))))
    guard case .refused(.nameTaken) = refused else {
      Issue.record("two habits of one name: \(refused)")
      return
    }
    let none = world.fleet.replicas[0].store.pendingCount
    #expect(none == 0)
    world.perform(
      Step(
        SmallWorld.id(.habit, number: 1), at: SmallWorld.noon(),
        .submitTogether([habit, SmallWorld.glass(of: 0)], ReplicaAddress(0))))
    let (count, followers) = (
      world.fleet.replicas[0].store.pendingCount, world.fleet.replicas[0].store.pending(0).followers
    )
    #expect(count == 2 && followers == 1)
  }
}

@Suite("Tables of names")
struct CaseNameTests {
  @Test("equal the names of the cases")
  func names() {
    #expect(StepKind.names == StepKind.allCases.map { "\($0)" })
    #expect(WorldEvent.names == WorldEvent.allCases.map { "\($0)" })
  }
}
