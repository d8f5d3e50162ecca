import Base
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P4, session order, is seen to fail")
struct SessionOrderTests {
  let world = MonitoredWorld()

  @Test("when the log skips an operation of a site")
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

  @Test("when a device gives a number a second time")
  func numberReused() {
    let first = world.drinks()
    world.monitor.committed(
      first, nutrientsBefore: .zero, on: world.replicas[0], at: world.now)
    #expect(world.broken == [.sessionOrder])
    let count = world.monitor.shared.ledger.count(0)
    #expect(count == 1)
  }

  @Test("when a device leaves a number out")
  func numberLeftOut() {
    var operation = world.drinks()
    operation.fact.sequence = 3
    world.monitor.committed(
      operation, nutrientsBefore: .zero, on: world.replicas[0], at: world.now)
    #expect(world.broken == [.sessionOrder])
  }
}
