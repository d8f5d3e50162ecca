import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P23: who is online hears in time")
struct StalenessTests {
  typealias World = MonitoredWorld

  /// A family whose tablet is told that the phone has said something, and what is reported when it
  /// hears of it so many milliseconds later.
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

  /// The tablet is told how far the feed goes.
  private func tell(_ world: World, pageRowsMax: Int = 100) {
    world.monitor.feedHasGrown(
      to: world.replicas[World.tablet], through: world.feedEnd, on: world.server,
      pageRowsMax: pageRowsMax, pushOperationsMax: 100, at: world.now)
  }

  private var late: [String] { ["a device that was online did not hear the news in time"] }

  @Test("five seconds are in time, and a millisecond more is not")
  func bound() {
    let inTime = world(hearing: 5_000)
    #expect(inTime.reports == [] && inTime.checks(of: .boundedStaleness) == 1)
    let tooLate = world(hearing: 5_001)
    #expect(tooLate.reports == late && tooLate.checks(of: .boundedStaleness) == 1)
    #expect(tooLate.broken == [.boundedStaleness])
  }

  @Test("half of the news is not enough")
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

  @Test("the first that it was told counts, however often it is told again")
  func first() {
    let reports = world(hearing: 3_000) { world in
      world.now = world.now + 3_000
      world.drinks()
      world.exchange(World.phone)
      tell(world)
    }.reports
    #expect(reports == late)
  }

  @Test("what it is told of while it fetches the first counts as well, from then on")
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

  @Test("what is kept up from outside is not counted, before or after it was told")
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
    #expect(over.reports == late, "what was over before it was told keeps nothing up")
  }

  @Test("nothing is promised of more than a few pages, or to whoever has lost access")
  func notPromised() {
    #expect(world(hearing: 9_000, pageRowsMax: 1).reports == [])
    let gone = world(hearing: 9_000) { world in
      world.monitor.staleness.forgetNews(of: world.replicas[World.tablet].site)
    }
    #expect(gone.reports == [] && gone.checks(of: .boundedStaleness) == 0)
  }

  @Test("a server that begins anew has other news")
  func failover() {
    let world = world(hearing: 9_000) { $0.monitor.staleness.forgetNews() }
    #expect(world.reports == [] && world.checks(of: .boundedStaleness) == 0)
  }
}

@Suite("P6: some devices are healed, and the rest stays broken")
struct CoreTests {
  typealias World = MonitoredWorld

  @Test("a core that has exchanged is at rest, whatever the others have still to say")
  func atRest() {
    let world = World()
    world.drinks(World.tablet)
    world.drinks(World.phone)
    world.exchange(World.phone)
    world.monitor.coreIsHealed(world.replicas[World.phone], on: world.server, at: world.now)
    #expect(world.reports == [])
  }

  @Test("a core in which something waits is seen, and one that has not caught up")
  func notAtRest() {
    let world = World()
    world.drinks(World.phone)
    world.monitor.coreIsHealed(world.replicas[World.phone], on: world.server, at: world.now)
    #expect(world.reports == ["an outbox does not empty after healing"])
    world.exchange(World.phone)
    world.monitor.coreIsHealed(world.replicas[World.childs], on: world.server, at: world.now)
    #expect(
      world.reports == [
        "an outbox does not empty after healing", "a copy does not catch up after healing",
      ])
  }
}
