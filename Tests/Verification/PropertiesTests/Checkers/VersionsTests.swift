import Base
import DomainCore
import SyncCore
import TestKit
import Testing

@testable import Properties

@Suite("Violations of P19, versions side by side")
struct VersionsTests {
  let world = MonitoredWorld()

  /// The tablet has an app of the version before.
  private func tabletReadsLess() {
    let tablet = MonitoredWorld.tablet
    world.monitor.readsPartially(
      world.replicas[tablet].install, scope: world.scope, founded: MonitoredWorld.founded())
  }

  /// The phone's operations as the tablet's app version reads them.
  private func tabletReads(_ change: (inout ScopeState, Fact) -> Void) {
    let tablet = MonitoredWorld.tablet
    let row = world.row(0)
    let read = row.operation.read(asOf: Fact.schemaCurrent - 1)
    change(&world.replicas[tablet].store.state, read.fact)
    world.replicas[tablet].store.position = 1
    world.notePage(of: tablet)
  }

  @Test("an app that does not know a trophy and shows none violates nothing")
  func knowsLess() {
    tabletReadsLess()
    world.does(MonitoredWorld.phone, .makeTrophy(TextHandle(3), by: MonitoredWorld.parent))
    world.exchange(MonitoredWorld.phone)
    tabletReads { state, fact in state.apply(fact) }
    #expect(world.reports == [])
    #expect(world.checks(of: .versions) == 1)
  }

  @Test("an unknown field that hides known ones is detected")
  func stopsReading() {
    tabletReadsLess()
    world.drinks()
    world.exchange(MonitoredWorld.phone)
    tabletReads { _, _ in }
    #expect(world.broken == [.versions])
    #expect(world.reports == ["an earlier app version does not show the fields that it knows"])
  }

  @Test("an updated app that does not receive what it had not known is detected")
  func notSentAnew() {
    tabletReadsLess()
    world.does(MonitoredWorld.phone, .makeTrophy(TextHandle(3), by: MonitoredWorld.parent))
    world.exchange(MonitoredWorld.phone)
    tabletReads { state, fact in state.apply(fact) }
    world.monitor.readsFullyAgain(world.replicas[MonitoredWorld.tablet].install, scope: world.scope)
    world.end()
    #expect(world.broken.contains(.versions))
    #expect(
      world.reports.contains("a replica at the end of the feed differs from the server"))
  }

  @Test("a newer version's field that is lost, changed or misplaced is detected")
  func fields() {
    let report = "the fields of a later app version are not in the log as they were written"
    for found in [nil, [0xC0, 0x0C, 9], NextVersionFields.of(1)] as [[UInt8]?] {
      let world = MonitoredWorld()
      let first = world.drinks()
      world.drinks()
      world.exchangeAll()
      world.monitor.committedWithNewFields(first.site, first.sequence)
      found?.withUnsafeBufferPointer { world.server.scopes[0].unknown.keep($0, of: .operation, 0) }
      world.end()
      #expect(world.reports == (found == NextVersionFields.of(1) ? [] : [report]))
    }
    let world = MonitoredWorld()
    world.drinks()
    let second = world.drinks()
    world.exchangeAll()
    world.monitor.committedWithNewFields(second.site, second.sequence)
    for position in 0..<2 {
      NextVersionFields.of(2).withUnsafeBufferPointer {
        world.server.scopes[0].unknown.keep($0, of: .operation, position)
      }
    }
    world.end()
    #expect(world.reports == [report])
  }
}
