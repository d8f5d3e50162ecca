import Base
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("Violations of P4, session order")
struct SessionOrderTests {
  let world = MonitoredWorld()

  @Test("an operation of a site that the log skips is detected")
  func skipped() {
    let first = world.drinks()
    let second = world.drinks()
    func row(of operation: Operation) -> FeedRow {
      FeedRow(
        operation: operation, verdict: Verdict(.changed), digest: .zero, committed: world.now)
    }
    _ = world.monitor.decided(row(of: second), scope: world.scope, at: world.now)
    #expect(world.broken == [.sessionOrder])
    #expect(world.reports == ["the log skips an operation"])
    // What was skipped and comes then is out of order.
    _ = world.monitor.decided(row(of: first), scope: world.scope, at: world.now)
    #expect(world.violations.count == 2)
  }

  @Test("a number that a device assigns twice is detected")
  func numberReused() {
    let first = world.drinks()
    world.monitor.committed(
      first, nutrientsBefore: .zero, on: world.replicas[0], at: world.now)
    #expect(world.broken == [.sessionOrder])
    let count = world.monitor.shared.ledger.count(0)
    #expect(count == 1)
  }

  @Test("a number that a device skips is detected")
  func numberLeftOut() {
    var operation = world.drinks()
    operation.fact.sequence = 3
    world.monitor.committed(
      operation, nutrientsBefore: .zero, on: world.replicas[0], at: world.now)
    #expect(world.broken == [.sessionOrder])
  }
}
