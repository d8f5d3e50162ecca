import Base
import Chronology
import DomainCore
import SyncCore
import TestKit
import Testing

@testable import Properties

@Suite("Violations of P5, strong convergence")
struct ConvergenceTests {
  let world = MonitoredWorld()

  @Test("a replica that applies a row twice is detected")
  func appliedTwice() {
    let operation = world.drinks()
    world.exchange(0)
    world.replicas[1].store.state.apply(operation.fact)
    world.exchange(1)
    #expect(world.broken == [.convergence])
    #expect(world.reports == ["a replica differs from the server at the same position"])
  }

  @Test("a difference in the middle of a feed is detected and described")
  func behindTheEnd() {
    let operation = world.drinks()
    world.drinks()
    world.drinks()
    world.exchange(0)
    world.replicas[1].store.state.apply(operation.fact)
    _ = world.replicas[1].apply(world.serve(1, pageMax: 2))
    world.notePage(of: 1)
    #expect(world.reports == ["a replica differs from the server at the same position"])
    let said = world.violations[0]
    #expect(said.expected?.hasSuffix(" 2 drinks and no check-in") == true)
    #expect(said.found?.hasSuffix(" 3 drinks and no check-in") == true)
  }

  @Test("a replica that applies and counts a page twice is detected")
  func pageTwice() {
    world.drinks()
    world.exchange(0)
    world.exchange(1)
    let rows = [world.row(0)]
    rows.withUnsafeBufferPointer { rows in
      world.replicas[1].store.apply(rows, clock: HybridClock())
    }
    world.notePage(of: 1)
    #expect(world.broken == [.convergence])
    #expect(world.reports == ["a replica is beyond the end of the feed"])
  }

  @Test("a replica that skips a row and counts it is detected")
  func rowLeftOut() {
    world.drinks()
    world.exchange(0)
    world.replicas[1].store.position = 1
    world.notePage(of: 1)
    #expect(world.broken == [.convergence])
  }

  @Test("a cell that differs at the end under an equal digest is detected")
  func cellChanged() {
    let habit = world.creates()
    world.completes(habit)
    world.exchangeAll()
    world.replicas[1].store.state.habits.cells[0].source = 1
    world.end()
    #expect(world.broken == [.convergence])
    #expect(
      world.reports == ["a replica at the end of the feed differs from the server"])
  }

  @Test("a day's sum that differs at the end under an equal digest is detected")
  func sumChanged() {
    world.drinks()
    world.exchangeAll()
    world.replicas[2].store.state.shared.personDays[0].waters += 1
    world.end()
    #expect(world.broken == [.convergence])
    #expect(world.violations.map(\.site) == [2])
    let said = world.violations[0]
    #expect(said.expected?.hasPrefix("member 0 on 2026-03-02: ") == true)
    #expect(said.expected?.hasSuffix(" 1 drinks and no check-in") == true)
    #expect(said.found?.hasSuffix(" 2 drinks and no check-in") == true)
  }

  @Test("the first difference of two states is described")
  func difference() {
    let habit = world.creates()
    world.completes(habit)
    world.exchangeAll()
    let server = world.server.scopes[0].state.copy()
    let same = StateDifference(of: world.replicas[1].store.state, from: server)
    #expect(same == nil)
    world.now += Span.minute
    world.does(
      MonitoredWorld.phone,
      .setCompletion(of: habit, owner: MonitoredWorld.parent, on: world.today, done: false))
    world.exchangeAll()
    let undone = StateDifference(of: world.replicas[1].store.state, from: server)
    #expect(undone?.expected == "habit 0#1 on 2026-03-02: done" && undone?.found == "not done")
    let another = world.creates(name: 2)
    #expect(another != habit)
    world.exchangeAll()
    let more = StateDifference(of: world.replicas[1].store.state, from: server)
    #expect(more?.expected == "habits: 1" && more?.found == "2")
  }
}
