import Base
import DomainCore
import SyncCore
import TestKit
import Testing

@testable import Properties

@Suite("Violations of P3, exactly-once effect")
struct ExactlyOnceTests {
  let world = MonitoredWorld()

  @Test("an operation that the server appends twice is detected")
  func appendedTwice() {
    world.drinks()
    world.exchange(0)
    _ = world.monitor.decided(world.row(0), scope: world.scope, at: world.now)
    #expect(world.broken == [.exactlyOnce])
    #expect(world.reports == ["the log repeats an operation"])
  }

  @Test("an operation that the server's state contains twice is detected")
  func appliedTwice() {
    let operation = world.drinks()
    world.exchange(0)
    world.server.scopes[0].state.apply(operation.fact)
    world.endScope()
    #expect(world.broken == [.logFold, .derivedState])
  }

  @Test("a cell of the server's state that differs from the log is detected")
  func cellChanged() {
    let habit = world.creates()
    let operation = world.completes(habit)
    world.exchange(0)
    // The same completion by a later write: no streak changes, one cell does.
    var later = operation.fact
    later.version.stamp += 1
    world.server.scopes[0].state.apply(later)
    world.server.scopes[0].state.shared.personDays[0].actions -= 1
    world.endScope()
    #expect(world.broken == [.logFold])
  }

  @Test("an outbox that keeps what an applied row has confirmed is detected")
  func notTrimmed() {
    let operation = world.drinks()
    _ = world.replicas[0].apply(world.serve(0))
    world.changeOutbox(of: 0) { $0.append(operation) }
    world.notePage(of: 0)
    #expect(world.broken == [.exactlyOnce])
    #expect(world.reports == ["an outbox still has an operation that an applied row has confirmed"])
  }
}
