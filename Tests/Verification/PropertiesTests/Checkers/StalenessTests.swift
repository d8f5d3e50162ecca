import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P23: a device that is online receives new rows in time")
struct StalenessTests {
  typealias World = MonitoredWorld

  /// A family whose tablet is notified of an operation of the phone; the reports when the tablet
  /// receives it so many milliseconds later.
  private func world(
    hearing later: Int64, pageRowsMax: Int = 100, _ trouble: (World) -> Void = { _ in }
  ) -> World {
    let world = World()
    for _ in 0..<6 { world.drinks() }
    world.exchange(World.phone)
    tell(world, pageRowsMax: pageRowsMax)
    trouble(world)
    world.now = world.now + later
    world.exchange(World.tablet)
    return world
  }

  /// The tablet is notified of the feed's new end.
  private func tell(_ world: World, pageRowsMax: Int = 100) {
    world.monitor.feedHasGrown(
      to: world.replicas[World.tablet], through: world.feedEnd, on: world.server,
      pageRowsMax: pageRowsMax, pushOperationsMax: 100, at: world.now)
  }

  private var late: [String] { ["a device that was online did not receive new rows in time"] }

  @Test("five seconds are in time, and one millisecond more is not")
  func bound() {
    let inTime = world(hearing: 5_000)
    #expect(inTime.reports == [] && inTime.checks(of: .boundedStaleness) == 1)
    let tooLate = world(hearing: 5_001)
    #expect(tooLate.reports == late && tooLate.checks(of: .boundedStaleness) == 1)
    #expect(tooLate.broken == [.boundedStaleness])
  }

  @Test("half of the new rows is not enough")
  func half() {
    let world = World()
    for _ in 0..<6 { world.drinks() }
    world.exchange(World.phone)
    tell(world, pageRowsMax: 3)
    world.deliver(world.serve(World.tablet, pageMax: 3), to: World.tablet)
    #expect(world.checks(of: .boundedStaleness) == 0)
    world.now = world.now + 5_001
    world.exchange(World.tablet)
    #expect(world.reports == late)
  }

  @Test("the first notice counts, however often it is repeated")
  func first() {
    let reports = world(hearing: 3_000) { world in
      world.now = world.now + 3_000
      world.drinks()
      world.exchange(World.phone)
      tell(world)
    }.reports
    #expect(reports == late)
  }

  @Test("a notice during a fetch counts from the end of that fetch")
  func next() {
    func reports(after later: Int64) -> [String] {
      let world = World()
      for _ in 0..<3 { world.drinks() }
      world.exchange(World.phone)
      tell(world)
      world.now = world.now + 4_000
      world.drinks()
      world.exchange(World.phone)
      tell(world)
      // The first three are there in time.
      world.deliver(world.serve(World.tablet, pageMax: 3), to: World.tablet)
      world.now = world.now + later
      world.exchange(World.tablet)
      #expect(world.checks(of: .boundedStaleness) == 2)
      return world.reports
    }
    #expect(reports(after: 5_000) == [] && reports(after: 5_001) == late)
  }

  @Test("a delay from outside does not count, before or after the notice")
  func held() {
    let lost = world(hearing: 9_000) { world in
      world.monitor.feedUpdateIsDelayed(
        from: world.replicas[World.tablet].site, until: world.now + 1_000)
    }
    #expect(lost.reports == [] && lost.checks(of: .boundedStaleness) == 0)
    let over = world(hearing: 9_000) { world in
      world.monitor.feedUpdateIsDelayed(
        from: world.replicas[World.tablet].site, until: world.now - 1)
    }
    #expect(over.reports == late, "what was over before it was reported keeps nothing up")
  }

  @Test("nothing is guaranteed beyond a few pages, or after access has ended")
  func notPromised() {
    #expect(world(hearing: 9_000, pageRowsMax: 1).reports == [])
    let gone = world(hearing: 9_000) { world in
      world.monitor.staleness.forgetUpdates(of: world.replicas[World.tablet].site)
    }
    #expect(gone.reports == [] && gone.checks(of: .boundedStaleness) == 0)
  }

  @Test("a failover starts the measurement over")
  func failover() {
    let world = world(hearing: 9_000) { $0.monitor.staleness.forgetUpdates() }
    #expect(world.reports == [] && world.checks(of: .boundedStaleness) == 0)
  }
}

@Suite("P6: some devices are healed, and the rest stays faulty")
struct CoreTests {
  typealias World = MonitoredWorld

  @Test("healed devices that have exchanged are quiescent, whatever the others have queued")
  func atRest() {
    let world = World()
    world.drinks(World.tablet)
    world.drinks(World.phone)
    world.exchange(World.phone)
    world.monitor.coreIsHealed(world.replicas[World.phone], on: world.server, at: world.now)
    #expect(world.reports == [])
  }

  @Test("a healed device with a queued operation, or one that has not caught up, is detected")
  func notAtRest() {
    let world = World()
    world.drinks(World.phone)
    world.monitor.coreIsHealed(world.replicas[World.phone], on: world.server, at: world.now)
    #expect(world.reports == ["an outbox does not empty after healing"])
    world.exchange(World.phone)
    world.monitor.coreIsHealed(world.replicas[World.childs], on: world.server, at: world.now)
    #expect(
      world.reports == [
        "an outbox does not empty after healing", "a replica does not catch up after healing",
      ])
  }
}
