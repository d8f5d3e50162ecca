import Base
import SyncCore
import Testing

@testable import Properties

@Suite("P6, quiescence, is seen to fail")
struct QuiescenceTests {
  let world = MonitoredWorld()

  @Test("when a copy does not catch up")
  func behind() {
    world.drinks()
    world.exchange(0)
    world.exchange(1)
    world.end()
    #expect(world.broken == [.quiescence])
    #expect(world.reports == ["a copy does not catch up after healing"])
    #expect(world.violations.map(\.site) == [2])
  }

  @Test("when an outbox does not empty")
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

  @Test("when something was never sent; it is not lost as long as it waits")
  func neverSent() {
    world.exchangeAll()
    world.drinks()
    world.end()
    #expect(world.broken == [.quiescence])
  }
}
