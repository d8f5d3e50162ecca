import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("A healthy run")
struct HealthyRunTests {
  typealias World = MonitoredWorld

  /// Two weeks in which everything is done once in a while, and not every device always syncs.
  func lives() -> MonitoredWorld {
    let world = World()
    let habits = [world.creates(), world.creates(World.tablet, name: 2)]
    world.exchangeAll()
    world.does(World.phone, .setChildMayLog(World.child, to: true))
    world.exchangeAll()
    for day in 0..<14 {
      world.completesAll(habits)
      if day % 3 == 0 {
        world.does(
          World.tablet,
          .setCompletion(of: habits[0], owner: World.parent, on: world.today, done: false))
      }
      world.drinks(World.childs)
      let score = WellnessScore(mental: 5, physical: 6)
      world.does(World.phone, .checkIn(for: World.parent, score))
      let meal = MealPortion(.lunch, MealItem(food: 3, quarters: 4))
      world.does(World.tablet, .logMeal(for: World.parent, meal))
      world.does(World.tablet, .setFavoriteMeal(for: World.parent, slot: 1, meal))
      world.does(
        World.phone, .rankHabit(habits[1], of: World.parent, at: UInt32(day)))
      // An answer is lost, another comes late and doubled.
      _ = world.serve(World.phone)
      let late = world.serve(World.tablet)
      if day % 2 == 0 { world.exchange(World.childs) }
      world.exchange(World.phone)
      world.exchange(World.tablet)
      world.deliver(late, to: World.tablet)
      world.now += Span.day
    }
    world.does(World.phone, .deleteHabit(habits[0], of: World.parent))
    world.completes(habits[0], on: World.tablet)
    world.exchangeAll()
    return world
  }

  @Test("reports nothing, and has checked every property")
  func healthyRun() {
    let world = lives()
    world.end()
    #expect(world.reports == [])
    #expect(world.violations.isEmpty)
    // This family has no seats, duties, claims, notifications, crashes, other app versions, or
    // operations that stay in an outbox.
    let notMet: Set<Property> = [
      .caps, .notifications, .outboxLiveness, .restartEquivalence, .boundedStaleness,
      .versions, .storageHonesty,
    ]
    for property in Property.allCases where !notMet.contains(property) {
      #expect(world.checks(of: property) > 0, "\(property.id) was never checked")
    }
    // The late completion of a deleted habit is a rejection, which is no violation.
    #expect(world.rejectedCount(World.tablet) == 1)
  }

  @Test("may be checked more than once")
  func lookedAtTwice() {
    let world = lives()
    world.end()
    world.end()
    #expect(world.reports == [])
  }

  @Test("reports how long each operation took to reach the server")
  func waited() {
    let world = World()
    world.drinks()
    world.now += 5 * Span.minute
    var waited: [Int64] = []
    var link = PerfectLink()
    link.exchange(&world.replicas[World.phone], with: &world.server, now: world.now) { row, _ in
      waited.append(world.monitor.decided(row, scope: world.scope, at: world.now))
    }
    #expect(waited == [5 * Span.minute])
    let entry = world.entry(0, 1)
    #expect(entry.isDecided && entry.decided == world.now && entry.position == 0)
  }
}
