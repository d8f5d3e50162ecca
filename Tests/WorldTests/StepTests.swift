import Base
import Chronology
import DomainCore
import Faults
import SyncCore
import Testing

@testable import World

@Suite("A world changes by steps alone")
struct StepTests {
  @Test("what somebody says on one phone reaches the other one when both are used")
  func said() {
    var world = SmallWorld.world()
    let noon = SmallWorld.noon()
    world.perform(
      Step(SmallWorld.id(.water), at: noon, .say(SmallWorld.glass(of: 0), Place(0))))
    world.perform(Step(SmallWorld.id(.close), at: noon, .close(device: 0)))
    world.advance(to: noon + Span.minute)
    world.perform(Step(SmallWorld.id(.open, who: 1), at: noon + Span.minute, .open(device: 1)))
    world.advance(to: noon + 2 * Span.minute)
    let (seen, messages) = (
      world[copyAt: Place(1)].personDay(MemberHandle(0), 0).waters, world.counters.messages
    )
    #expect(seen == 1 && messages == 4)
    world.finish(before: world.settings.watermark)
    world.settle()
    let violations = world.violations
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test("what was done and what was refused is told to whoever listens, once")
  func happenings() {
    var world = SmallWorld.world()
    let nothing = Command.logWater(
      for: MemberHandle(0), WaterAmount(tenthOunces: 0, source: .glass, minuteOfDay: 0))
    world.perform(
      Step(
        SmallWorld.id(.water), at: SmallWorld.noon(), .say(SmallWorld.glass(of: 0), Place(0))))
    world.perform(
      Step(SmallWorld.id(.water, number: 1), at: SmallWorld.noon(), .say(nothing, Place(0))))
    world.perform(Step(SmallWorld.id(.close), at: SmallWorld.noon(), .close(device: 0)))
    world.advance(to: SmallWorld.noon() + Span.minute)
    let kinds = (0..<world.happenings.count).map { world.happenings[$0].kind }
    #expect(kinds == [.committed, .refused, .closed, .decided])
    let waited = world.happenings[3].waited
    #expect(waited == 100)
  }

  @Test("a step that rests on what is not there is skipped and counted, and changes nothing")
  func impossible() {
    var world = SmallWorld.world()
    let before = world.server.scopes[0].state.digest
    let steps: [StepAction] = [
      .say(SmallWorld.glass(of: 0), Place(0, isGroup: true)), .open(device: 9),
      .askCalendar(household: 0), .expireCalendarTokens(household: 0), .leave(person: 7),
      .deleteAccount(person: 7), .healthLapse(person: 0, .closed), .catalogueFails(device: 9),
      .impossible, .exchange(Place(1, isGroup: true)),
    ]
    for (number, action) in steps.enumerated() {
      let outcome = world.perform(
        Step(SmallWorld.id(.rare, number: number), at: SmallWorld.noon(), action))
      guard case .impossible = outcome else {
        Issue.record("\(action) was possible")
        continue
      }
    }
    let (skipped, done, messages) = (
      world.counters.stepsImpossible, world.counters.steps, world.counters.messages
    )
    #expect(skipped == Int64(steps.count) && done == skipped && messages == 0)
    let after = world.server.scopes[0].state.digest
    #expect(after == before)
  }

  @Test("several commands happen together or not at all")
  func together() {
    var world = SmallWorld.world()
    let name = HabitName(text: TextHandle(1), folded: TextHandle(1))
    let habit = Command.createHabit(
      for: MemberHandle(0), name: name, category: .empty, icon: 1, rank: 1)
    // The second one has the name that the first one takes.
    let refused = world.perform(
      Step(
        SmallWorld.id(.habit), at: SmallWorld.noon(), .sayTogether([habit, habit], Place(0))))
    guard case .refused(.nameTaken) = refused else {
      Issue.record("two habits of one name: \(refused)")
      return
    }
    let none = world.replicas[0].store.pendingCount
    #expect(none == 0)
    world.perform(
      Step(
        SmallWorld.id(.habit, number: 1), at: SmallWorld.noon(),
        .sayTogether([habit, SmallWorld.glass(of: 0)], Place(0))))
    let (count, followers) = (
      world.replicas[0].store.pendingCount, world.replicas[0].store.pending(0).followers
    )
    #expect(count == 2 && followers == 1)
  }
}

@Suite("Names that are written down")
struct CaseNameTests {
  @Test("are those of the cases")
  func names() {
    #expect(StepVerb.names == StepVerb.allCases.map { "\($0)" })
    #expect(WorldEvent.names == WorldEvent.allCases.map { "\($0)" })
  }
}
