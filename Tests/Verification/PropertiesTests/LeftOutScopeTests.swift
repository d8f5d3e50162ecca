import Base
import Chronology
import DomainCore
import SyncCore
import TestKit
import Testing

@testable import Properties

@Suite("A scope that is left out of the checks at each step")
struct LeftOutScopeTests {
  private func world(leavesOut: Bool) -> MonitoredWorld {
    let world = MonitoredWorld()
    if leavesOut { world.monitor.shared.leaveOut(world.scope) }
    return world
  }

  @Test("is not checked when a replica applies a page")
  func differs() {
    func reports(leavesOut: Bool) -> [String] {
      let world = world(leavesOut: leavesOut)
      let drink = world.drinks()
      world.exchange(0)
      world.replicas[1].store.state.apply(drink.fact)
      world.exchange(1)
      return world.reports
    }
    #expect(
      reports(leavesOut: false) == ["a replica differs from the server at the same position"])
    #expect(reports(leavesOut: true) == [])
  }

  @Test("is checked at the end, and then a replica that differs is found")
  func differsAtEnd() {
    let world = world(leavesOut: true)
    let habit = world.creates()
    world.completes(habit)
    world.exchangeAll()
    world.replicas[1].store.state.habits.cells[0].source = 1
    world.end()
    #expect(world.broken == [.convergence])
  }

  @Test("counts only what is checked everywhere, and violates nothing when all is well")
  func counts() {
    func checks(leavesOut: Bool) -> (atSteps: [UInt64], atEnd: [UInt64]) {
      let world = world(leavesOut: leavesOut)
      let habit = world.creates()
      world.completes(habit)
      world.drinks()
      world.exchangeAll()
      let atSteps = [Property.convergence, .causality, .monotonicReads, .readYourWrites].map {
        world.checks(of: $0)
      }
      world.end()
      #expect(world.reports == [])
      return (atSteps, [.acknowledgedWrites, .logFold].map { world.checks(of: $0) })
    }
    let (checked, leftOut) = (checks(leavesOut: false), checks(leavesOut: true))
    #expect(checked.atSteps.allSatisfy { $0 > 0 } && leftOut.atSteps.allSatisfy { $0 == 0 })
    #expect(checked.atEnd == leftOut.atEnd && leftOut.atEnd.allSatisfy { $0 > 0 })
  }

  @Test("an operation that its log has lost is found at the end")
  func lost() {
    let world = world(leavesOut: true)
    world.drinks()
    world.exchangeAll()
    _ = world.server.scopes[Int(world.scope)].feed.removeLast()
    world.end()
    #expect(world.broken.contains(.acknowledgedWrites))
  }

  @Test("another scope beside it is checked")
  func others() {
    let world = MonitoredWorld()
    world.monitor.shared.leaveOut(world.scope + 1)
    let checked = (0..<3).map { world.monitor.shared.checksSteps(of: world.scope + $0) }
    #expect(checked == [true, false, true])
  }
}
