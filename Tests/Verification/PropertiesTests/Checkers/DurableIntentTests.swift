import Base
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P1, durable intent, is seen to fail")
struct DurableIntentTests {
  let world = MonitoredWorld()
  static let lost = "what was saved neither waits nor was decided, and nobody was told"

  @Test("when an outbox loses its newest operation")
  func newestLost() {
    world.drinks()
    world.drinks()
    world.changeOutbox(of: 0) { $0.removeLast() }
    world.exchange(0)
    #expect(world.broken == [.durableIntent])
  }

  @Test("when an outbox loses its oldest operation before it was sent")
  func oldestLost() {
    world.drinks(1)
    world.exchange(1)
    world.drinks()
    world.drinks()
    world.changeOutbox(of: 0) { $0.removeFirst() }
    world.exchange(0)
    #expect(world.broken == [.durableIntent])
  }

  @Test("when an outbox is trimmed by an answer whose page was not applied")
  func trimmedByResponse() {
    world.drinks(1)
    world.exchange(1)
    world.drinks()
    let response = world.serve(0, pageMax: 1)
    world.changeOutbox(of: 0) { $0.removeAll() }
    world.deliver(response, to: 0)
    #expect(world.broken == [.durableIntent])
  }

  @Test("at the end, when somebody is not told any more what was refused")
  func refusalForgotten() {
    let habit = world.creates()
    world.exchangeAll()
    world.does(1, .deleteHabit(habit, of: MonitoredWorld.parent))
    world.exchange(1)
    world.completes(habit)
    world.exchangeAll()
    #expect(world.rejectedCount(0) == 1)
    world.replicas[0].store.rejections = FlatArray()
    world.end()
    #expect(world.broken == [.durableIntent])
    #expect(world.reports == ["somebody is not told any more what of theirs was refused"])
  }

  @Test("when a copy that was restored says that it has handed over what waits")
  func notHandedOver() {
    world.monitor.handedOver(world.replicas[0], at: world.now)
    #expect(world.reports == [])
    world.drinks()
    world.monitor.handedOver(world.replicas[0], at: world.now)
    #expect(world.reports == ["a copy that was restored has not handed over what waited in it"])
  }

  @Test("at the end, when nothing came after the loss")
  func lostAtTheEnd() {
    world.exchangeAll()
    world.drinks()
    world.changeOutbox(of: 0) { $0.removeAll() }
    world.end()
    #expect(world.broken == [.durableIntent])
    #expect(world.reports == [Self.lost])
  }

  @Test("when a device counts from an earlier number again")
  func sequenceForgotten() {
    world.drinks()
    world.exchangeAll()
    world.replicas[0].store.sequence = 0
    world.end()
    #expect(world.broken == [.durableIntent])
    #expect(world.reports == ["a device has forgotten operations it had saved"])
  }

  // MARK: Where nothing is taken any more

  /// A child that has not sent two drinks when a parent sends it away, and hears of that.
  func childIsSentAway() {
    world.does(MonitoredWorld.phone, .setChildMayLog(MonitoredWorld.child, to: true))
    world.exchangeAll()
    for _ in 0..<2 { world.drinks(MonitoredWorld.childs) }
    world.does(MonitoredWorld.phone, .deactivateMember(MonitoredWorld.child))
    world.exchangeAll()
  }

  func childReturns() {
    world.does(MonitoredWorld.phone, .activateMember(MonitoredWorld.child))
    world.exchangeAll()
  }

  @Test("but not when what waited is given back with a reason, also after a return and another end")
  func givenBack() {
    childIsSentAway()
    #expect(world.rejectedCount(MonitoredWorld.childs) == 2)
    childReturns()
    world.drinks(MonitoredWorld.childs)
    world.exchange(MonitoredWorld.childs)
    world.drinks(MonitoredWorld.childs)
    world.does(MonitoredWorld.phone, .deactivateMember(MonitoredWorld.child))
    world.exchangeAll()
    world.end()
    #expect(world.reports == [])
    #expect(world.rejectedCount(MonitoredWorld.childs) == 3)
  }

  @Test("when a purge drops an operation and says nothing")
  func droppedSilently() {
    childIsSentAway()
    let first = world.replicas[MonitoredWorld.childs].store.dropped[0]
    world.replicas[MonitoredWorld.childs].store.dropped = FlatArray()
    world.replicas[MonitoredWorld.childs].store.dropped.append(first)
    world.end()
    #expect(world.broken == [.durableIntent])
    #expect(world.reports == [Self.lost])
    #expect(world.violations[0].sequence == 2)
  }

  @Test(
    "when what was given back has no reason, or is not what was saved, or is taken after all",
    arguments: 0..<3)
  func givenBackOtherwise(way: Int) {
    childIsSentAway()
    var row = world.replicas[MonitoredWorld.childs].store.dropped[1]
    if way == 0 { row.verdict.reason = 0 }
    if way == 1 { row.operation.fact.payload.first += 1 }
    world.replicas[MonitoredWorld.childs].store.dropped[1] = row
    if way == 2 { _ = world.monitor.decided(row, scope: world.scope, at: world.now) }
    world.endDevices()
    #expect(world.broken.contains(way == 2 ? .acknowledgedWrites : .durableIntent))
  }

  @Test("when a device gives back what nobody has refused it")
  func givenBackForNothing() {
    world.exchangeAll()
    let operation = world.drinks()
    world.changeOutbox(of: 0) { $0.removeAll() }
    world.replicas[0].store.dropped.append(
      FeedRow(
        operation: operation, verdict: Verdict(.memberRemoved), digest: .zero,
        committed: world.now))
    world.end()
    #expect(world.broken == [.durableIntent])
  }

  @Test("when a second purge forgets what the first one gave back")
  func forgottenLater() {
    childIsSentAway()
    childReturns()
    world.replicas[MonitoredWorld.childs].store.dropped = FlatArray()
    world.end()
    #expect(world.reports == [Self.lost])
  }
}
