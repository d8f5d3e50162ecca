import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("Lost updates")
struct OverwriteTests {
  let phone = MonitoredWorld.phone
  let tablet = MonitoredWorld.tablet

  /// The phone renames first and syncs last.
  private func world(_ policy: ConflictPolicy) -> (MonitoredWorld, Entity) {
    let world = MonitoredWorld(policy: policy)
    let habit = world.creates()
    world.exchangeAll()
    world.now += Span.hour
    return (world, habit)
  }

  private func rename(_ world: MonitoredWorld, _ device: Int, _ habit: Entity, _ name: UInt32) {
    let name = HabitName(text: TextHandle(name), folded: TextHandle(name))
    world.does(device, .renameHabit(habit, of: MonitoredWorld.parent, to: name))
  }

  @Test(
    "an earlier intent that replaces a later one counts as a lost update",
    arguments: [
      (ConflictPolicy.fieldwise, 0 as Int64), (.arrivalWins, 1), (.clientTimestampWins, 0),
      (.clientWinsPerField, 1),
    ])
  func laterIntentLost(policy: ConflictPolicy, unseen: Int64) {
    let (world, habit) = world(policy)
    rename(world, phone, habit, 2)
    world.now += Span.minute
    rename(world, tablet, habit, 3)
    world.exchange(tablet)
    world.now += Span.minute
    world.exchange(phone)
    world.exchangeAll()
    world.end()
    #expect(world.monitor.lostUpdates.counts.unseen == unseen)
    #expect(world.monitor.lostUpdates.counts.concurrent == unseen)
    #expect(world.broken.isEmpty)
  }

  @Test("a later intent that wins is no lost update", arguments: ConflictPolicy.allCases)
  func earlierIntentLost(policy: ConflictPolicy) {
    let (world, habit) = world(policy)
    rename(world, tablet, habit, 3)
    world.exchange(tablet)
    world.now += Span.minute
    rename(world, phone, habit, 2)
    world.exchange(phone)
    world.exchangeAll()
    world.end()
    #expect(
      world.monitor.lostUpdates.counts.unseen == 0
        && world.monitor.lostUpdates.counts.concurrent == 1)
  }

  @Test(
    "replacing a write that its author has seen is no lost update",
    arguments: ConflictPolicy.allCases)
  func seen(policy: ConflictPolicy) {
    let (world, habit) = world(policy)
    rename(world, tablet, habit, 3)
    world.exchangeAll()
    world.now += Span.minute
    rename(world, phone, habit, 2)
    world.exchangeAll()
    world.end()
    #expect(world.monitor.lostUpdates.counts == LostUpdateCounts())
  }

  @Test("writing the same value again is no lost update", arguments: ConflictPolicy.allCases)
  func sameValue(policy: ConflictPolicy) {
    let (world, habit) = world(policy)
    world.completes(habit, on: phone)
    world.now += Span.minute
    world.completes(habit, on: tablet)
    world.exchange(tablet)
    world.exchange(phone)
    world.exchangeAll()
    world.end()
    #expect(world.monitor.lostUpdates.counts == LostUpdateCounts())
  }

  @Test("a value that was only carried along always counts, whatever its time")
  func carried() {
    let (world, habit) = world(.arrivalWins)
    rename(world, tablet, habit, 3)
    world.exchange(tablet)
    world.now += Span.minute
    world.does(
      phone, .setHabitField(.habitIconSet, of: habit, owner: MonitoredWorld.parent, to: 9))
    world.exchangeAll()
    world.end()
    #expect(world.monitor.lostUpdates.counts.unseen == 1)
    #expect(world.broken.isEmpty)
  }
}

@Suite("Streaks that a policy has broken")
struct MeantMarksTests {
  private struct Said {
    var day: Int
    var done: Bool
    var meant: UInt32
    var stamp: UInt64
  }

  private func broken(_ said: [Said]) -> Int64 {
    let world = MonitoredWorld()
    let habit = world.creates()
    var fact = world.completes(habit).fact
    var marks = IntendedCompletions()
    for one in said {
      let day = MonitoredWorld.firstDay.adding(days: one.day)
      fact.payload = CompletionPayload(day: day, done: one.done, source: .app).payload
      fact.version.stamp = one.stamp
      marks.note(fact, meant: one.meant)
    }
    return marks.brokenStreaks
  }

  @Test("a streak is broken if it lacks a day that was last meant to be done")
  func broken() {
    let days = [
      Said(day: 0, done: true, meant: 10, stamp: 1), Said(day: 1, done: true, meant: 20, stamp: 2),
      Said(day: 2, done: true, meant: 30, stamp: 3),
    ]
    #expect(broken(days) == 0)
    // Undone earlier than it was done, and yet the undoing stands.
    #expect(broken(days + [Said(day: 1, done: false, meant: 15, stamp: 4)]) == 1)
    // Undone later: that is what was meant.
    #expect(broken(days + [Said(day: 1, done: false, meant: 25, stamp: 4)]) == 0)
  }
}
