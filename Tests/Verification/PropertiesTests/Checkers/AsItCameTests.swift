import Base
import Chronology
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

@Suite("Violations of P11, P13 and P14 in the middle of a log, which its end does not show")
struct AsItCameTests {
  let world = MonitoredWorld()

  /// Reads operations as a log in which each one had the effect of `folded` instead.
  private func reports(
    _ log: [Operation], folded: [Fact],
    breaking: (Int, inout ScopeState) -> Void = { _, _ in }
  ) -> [Violation] {
    var feed = FlatArray<FeedRow>()
    for operation in log {
      feed.append(
        FeedRow(
          operation: operation, verdict: Verdict(.changed), digest: .zero, committed: world.now))
    }
    var state = MonitoredWorld.founded()
    var tally = PropertyTally()
    var incrementalReplay = IncrementalLogReplay(scope: 0, founded: state)
    for position in 0..<feed.count {
      _ = state.apply(folded[position], committed: world.now)
      breaking(position, &state)
      incrementalReplay.ingest(feed[position], at: position, in: feed, state, &tally, world.now)
    }
    return tally.violations
  }

  /// Two devices write the same field, and the earlier write arrives last.
  private func crossed(_ earlier: Command, _ later: Command, after: [Operation] = []) -> [Operation]
  {
    let first = world.does(MonitoredWorld.phone, earlier)
    world.now += Span.minute
    let second = world.does(MonitoredWorld.tablet, later)
    return after + [second, first]
  }

  /// The state shows the write received last, until a correct write follows.
  private func byArrival(_ log: [Operation]) -> [Fact] {
    var facts = log.map(\.fact)
    let stamp = facts[facts.count - 2].version.stamp
    facts[facts.count - 1].version.stamp = stamp + 1
    return facts
  }

  private func expect(
    _ log: [Operation], _ report: String, _ told: String? = nil, butFound found: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(reports(log, folded: log.map(\.fact)).isEmpty, sourceLocation: location)
    let seen = reports(log, folded: byArrival(log))
    #expect(seen.map(\.what) == [report], sourceLocation: location)
    if let told { #expect(seen.map(\.expected) == [told], sourceLocation: location) }
    if let found { #expect(seen.map(\.found) == [found], sourceLocation: location) }
  }

  @Test("a profile field that shows the write received last is detected")
  func profile() {
    expect(
      crossed(
        .setProfile(.school, of: MonitoredWorld.child, to: TextHandle(5)),
        .setProfile(.school, of: MonitoredWorld.child, to: TextHandle(6))),
      "a field of a profile was not what had been written last")
  }

  @Test("a goal that changes after its deletion is detected")
  func deletedGoal() {
    let (phone, child) = (MonitoredWorld.phone, MonitoredWorld.child)
    let day = MonitoredWorld.firstDay
    let goal = world.does(
      phone,
      .createGoal(
        for: child,
        GoalCreation(
          .skill, title: TextHandle(7), target: 3, unit: .empty, from: day,
          through: day.adding(days: 9), priority: .high)))
    let log = [
      goal, world.does(phone, .deleteGoal(goal.fact.identity, of: child)),
      world.does(phone, .setWorkoutSharing(of: MonitoredWorld.parent, to: true)),
    ]
    #expect(reports(log, folded: log.map(\.fact)).isEmpty)
    let seen = reports(log, folded: log.map(\.fact)) { position, state in
      if position == 2 { state.goals.rows[0].current += 1 }
    }
    #expect(seen.map(\.what) == ["a goal changed after it was deleted"])
  }

  @Test("a weight that shows the write received last is detected")
  func weight() {
    let day = MonitoredWorld.firstDay
    expect(
      crossed(
        .setWeight(of: MonitoredWorld.child, on: day, grams: 30_000),
        .setWeight(of: MonitoredWorld.child, on: day, grams: 31_000)),
      "a person's measurements were not those of the log", "31000 on 2026-03-02", butFound: "30000")
  }

  @Test("a target that shows the write received last is detected")
  func target() {
    expect(
      crossed(
        .setNutritionTarget(of: MonitoredWorld.child, TargetAmount(.water, 700)),
        .setNutritionTarget(of: MonitoredWorld.child, TargetAmount(.water, 800))),
      "a target was not what the parents had set last", "800 on 2026-03-02", butFound: "700")
  }

  @Test("points of a cause that show the write received last are detected")
  func points() {
    expect(
      crossed(
        .setPoints(.goalLow, to: 10, by: MonitoredWorld.parent),
        .setPoints(.goalLow, to: 20, by: MonitoredWorld.parent)),
      "the points that a cause paid were not what had been set last")
  }

  @Test("a habit's name that shows the write received last is detected")
  func habit() {
    let habit = world.creates()
    let creation = world.replicas[MonitoredWorld.phone].store.pending(0)
    world.exchangeAll()
    func name(_ number: UInt32) -> Command {
      .renameHabit(
        habit, of: MonitoredWorld.parent,
        to: HabitName(text: TextHandle(number), folded: TextHandle(number)))
    }
    expect(
      crossed(name(5), name(6), after: [creation]),
      "a field of a habit was not what had been written last")
  }

  @Test("a missing habit whose restoration came before its deletion is detected")
  func life() {
    let habit = world.creates()
    let creation = world.replicas[MonitoredWorld.phone].store.pending(0)
    world.exchangeAll()
    let deleted = world.does(MonitoredWorld.phone, .deleteHabit(habit, of: MonitoredWorld.parent))
    world.exchangeAll()
    world.now += Span.minute
    let restored = world.does(
      MonitoredWorld.tablet, .restoreHabit(habit, of: MonitoredWorld.parent))
    var late = deleted
    late.fact.version.site = 2
    let log = [creation, deleted, restored, late]
    #expect(reports(log, folded: log.map(\.fact)).isEmpty)
    #expect(
      reports(log, folded: byArrival(log)).map(\.what)
        == ["a habit existed after its deletion, or was missing before"])
  }

  @Test("a consent that shows the write received last is detected")
  func consent() {
    expect(
      crossed(
        .setConsent(for: MonitoredWorld.child, given: false),
        .setConsent(for: MonitoredWorld.child, given: true)),
      "a member differed from the log")
  }
}
