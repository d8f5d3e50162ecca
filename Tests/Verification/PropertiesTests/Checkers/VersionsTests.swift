import Base
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P19, versions side by side, is seen to fail")
struct VersionsTests {
  let world = MonitoredWorld()

  /// The tablet has an app of the version before.
  private func tabletReadsLess() {
    let tablet = MonitoredWorld.tablet
    world.monitor.readsPartially(
      world.replicas[tablet].install, scope: world.scope, founded: MonitoredWorld.founded())
  }

  /// What is said on the phone, as the tablet's app reads it.
  private func tabletReads(_ change: (inout ScopeState, Fact) -> Void) {
    let tablet = MonitoredWorld.tablet
    let row = world.row(0)
    let read = row.operation.read(asOf: Fact.schemaCurrent - 1)
    change(&world.replicas[tablet].store.state, read.fact)
    world.replicas[tablet].store.position = 1
    world.notePage(of: tablet)
  }

  @Test("not when an app that does not know a trophy shows none")
  func knowsLess() {
    tabletReadsLess()
    world.does(MonitoredWorld.phone, .makeTrophy(TextHandle(3), by: MonitoredWorld.parent))
    world.exchange(MonitoredWorld.phone)
    tabletReads { state, fact in state.apply(fact) }
    #expect(world.reports == [])
    #expect(world.checks(of: .versions) == 1)
  }

  @Test("when what it does not know keeps it from what it knows")
  func stopsReading() {
    tabletReadsLess()
    world.drinks()
    world.exchange(MonitoredWorld.phone)
    tabletReads { _, _ in }
    #expect(world.broken == [.versions])
    #expect(world.reports == ["an app of the version before does not show what it knows"])
  }

  @Test("when an updated app does not get what it had not known")
  func notSentAnew() {
    tabletReadsLess()
    world.does(MonitoredWorld.phone, .makeTrophy(TextHandle(3), by: MonitoredWorld.parent))
    world.exchange(MonitoredWorld.phone)
    tabletReads { state, fact in state.apply(fact) }
    world.monitor.readsFullyAgain(world.replicas[MonitoredWorld.tablet].install, scope: world.scope)
    world.end()
    #expect(world.broken.contains(.versions))
    #expect(
      world.reports.contains("a copy at the end of the feed is not the server's byte for byte"))
  }

  @Test("when a field that somebody newer has written is lost, changed, or put where none was")
  func fields() {
    let report = "what somebody newer has put into an operation is not what they wrote"
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
