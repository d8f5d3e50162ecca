import Base
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("Violations of P1, durable intent")
struct DurableIntentTests {
  let world = MonitoredWorld()
  static let lost =
    "a saved operation is neither queued nor decided, and its author received no reason"

  @Test("an outbox that loses its newest operation is detected")
  func newestLost() {
    world.drinks()
    world.drinks()
    world.changeOutbox(of: 0) { $0.removeLast() }
    world.exchange(0)
    #expect(world.broken == [.durableIntent])
  }

  @Test("an outbox that loses its oldest unsent operation is detected")
  func oldestLost() {
    world.drinks(1)
    world.exchange(1)
    world.drinks()
    world.drinks()
    world.changeOutbox(of: 0) { $0.removeFirst() }
    world.exchange(0)
    #expect(world.broken == [.durableIntent])
  }

  @Test("an outbox trimmed by a response whose page was not applied is detected")
  func trimmedByResponse() {
    world.drinks(1)
    world.exchange(1)
    world.drinks()
    let response = world.serve(0, pageMax: 1)
    world.changeOutbox(of: 0) { $0.removeAll() }
    world.deliver(response, to: 0)
    #expect(world.broken == [.durableIntent])
  }

  @Test("a rejection that its author can no longer see at the end is detected")
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
    #expect(world.reports == ["a person can no longer see which of their operations were rejected"])
  }

  @Test("a restored replica that claims to have handed over its queued operations is detected")
  func notHandedOver() {
    world.monitor.handedOver(world.replicas[0], at: world.now)
    #expect(world.reports == [])
    world.drinks()
    world.monitor.handedOver(world.replicas[0], at: world.now)
    #expect(world.reports == ["a restored replica has not handed over its queued operations"])
  }

  @Test("a loss with no later operation is detected at the end")
  func lostAtTheEnd() {
    world.exchangeAll()
    world.drinks()
    world.changeOutbox(of: 0) { $0.removeAll() }
    world.end()
    #expect(world.broken == [.durableIntent])
    #expect(world.reports == [Self.lost])
  }

  @Test("a device that counts again from an earlier number is detected")
  func sequenceForgotten() {
    world.drinks()
    world.exchangeAll()
    world.replicas[0].store.sequence = 0
    world.end()
    #expect(world.broken == [.durableIntent])
    #expect(world.reports == ["a device has forgotten operations that it had saved"])
  }

  // MARK: After access has ended

  /// A child with two unsent drinks when a parent ends its access, of which it is notified.
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

  @Test("queued operations returned with a reason violate nothing, even when access ends again")
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

  @Test("a purge that drops an operation without a reason is detected")
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
    "a returned operation without a reason, with other content, or accepted after all is detected",
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

  @Test("a device that returns an operation which no one rejected is detected")
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

  @Test("a second purge that forgets what the first one returned is detected")
  func forgottenLater() {
    childIsSentAway()
    childReturns()
    world.replicas[MonitoredWorld.childs].store.dropped = FlatArray()
    world.end()
    #expect(world.reports == [Self.lost])
  }
}
