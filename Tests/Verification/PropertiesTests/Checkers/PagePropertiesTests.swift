import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("Violations of P8, monotonic reads, and P10, atomic visibility")
struct PagePropertiesTests {
  let world = MonitoredWorld()

  @Test("a replica that goes back to an earlier position is detected")
  func goesBack() {
    let habit = world.creates()
    world.exchangeAll()
    // Two rows that change nothing, so that the earlier position has the same state.
    world.does(0, .deleteHabit(habit, of: MonitoredWorld.parent))
    world.completes(habit, on: 1)
    world.exchange(0)
    world.exchange(1)
    world.exchange(2)
    #expect(world.broken == [])
    world.replicas[2].store.position -= 1
    world.notePage(of: 2)
    #expect(world.broken == [.monotonicReads])
  }

  @Test("FAM-8: a late response of an earlier session that ends the later one is detected")
  func session() {
    var response = ResponseHeader(.signedIn, site: 0, scope: world.scope, signIns: 2)
    world.monitor.receivedResponse(
      response, mustSignIn: false, on: world.replicas[0], at: world.now)
    response.signIns = 1
    world.monitor.receivedResponse(
      response, mustSignIn: false, on: world.replicas[0], at: world.now)
    #expect(world.broken == [])
    world.monitor.receivedResponse(response, mustSignIn: true, on: world.replicas[0], at: world.now)
    #expect(world.broken == [.monotonicReads])
  }

  @Test("a replica that stops inside a transaction is detected")
  func insideATransaction() {
    let habits = [world.creates(), world.creates(name: 2)]
    world.completesAll(habits)
    world.exchange(0)
    var response = world.serve(2)
    response.header.to -= 1
    _ = response.rows.removeLast()
    world.deliver(response, to: 2)
    #expect(world.broken == [.atomicVisibility])
    world.exchange(2)
    #expect(world.violations.count == 1)
  }
}
