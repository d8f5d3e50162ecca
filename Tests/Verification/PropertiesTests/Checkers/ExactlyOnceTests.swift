import Base
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P3, exactly-once effect, is seen to fail")
struct ExactlyOnceTests {
  let world = MonitoredWorld()

  @Test("when the server appends an operation a second time")
  func appendedTwice() {
    world.drinks()
    world.exchange(0)
    _ = world.monitor.decided(world.row(0), scope: world.scope, at: world.now)
    #expect(world.broken == [.exactlyOnce])
    #expect(world.reports == ["the log repeats an operation"])
  }

  @Test("when the server's state has an operation twice")
  func appliedTwice() {
    let operation = world.drinks()
    world.exchange(0)
    world.server.scopes[0].state.apply(operation.fact)
    world.endScope()
    #expect(world.broken == [.logFold, .derivedState])
  }

  @Test("when one cell of the server's state is not what the log says")
  func cellChanged() {
    let habit = world.creates()
    let operation = world.completes(habit)
    world.exchange(0)
    // The same completion by a later write: no streak changes, one cell does.
    var later = operation.fact
    later.version.stamp += 1
    world.server.scopes[0].state.apply(later)
    world.server.scopes[0].state.personDays[0].actions -= 1
    world.endScope()
    #expect(world.broken == [.logFold])
  }

  @Test("when an outbox keeps what an applied row has confirmed")
  func notTrimmed() {
    let operation = world.drinks()
    _ = world.replicas[0].take(world.serve(0))
    world.changeOutbox(of: 0) { $0.append(operation) }
    world.notePage(of: 0)
    #expect(world.broken == [.exactlyOnce])
    #expect(world.reports == ["an outbox still has what an applied row has confirmed"])
  }
}
