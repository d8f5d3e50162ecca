import Base
import SyncCore
import Testing

@testable import Properties

@Suite("Violations of P6, quiescence")
struct QuiescenceTests {
  let world = MonitoredWorld()

  @Test("a replica that does not catch up is detected")
  func behind() {
    world.drinks()
    world.exchange(0)
    world.exchange(1)
    world.end()
    #expect(world.broken == [.quiescence])
    #expect(world.reports == ["a replica does not catch up after healing"])
    #expect(world.violations.map(\.site) == [2])
  }

  @Test("an outbox that does not empty is detected")
  func pending() {
    world.drinks()
    // Decided and acknowledged, but no page has brought the verdict.
    _ = world.serve(0)
    world.exchange(1)
    world.exchange(2)
    world.end()
    #expect(world.broken == [.quiescence])
    #expect(world.reports.first == "an outbox does not empty after healing")
  }

  @Test("an operation that was never sent is detected, and is not lost while it is queued")
  func neverSent() {
    world.exchangeAll()
    world.drinks()
    world.end()
    #expect(world.broken == [.quiescence])
  }
}
