import Base
import Chronology
import DomainCore
import Environment
import Testing

@testable import SimulatedWorld

@Suite("A message's delivery depends on what it was sent for")
struct DeliveryTests {
  /// The deliveries in a world in which the first parent submits something on some days.
  private static func messageDeliveries(days: [Int]) -> [RecordedDeliveryKey: MessageDelivery] {
    var world = SmallWorld.world(
      SmallWorld.settings(days: 30, seed: 5) {
        $0.loss = Probability(0.3)
        $0.duplicate = Probability(0.2)
        $0.latencySigma = 1
      })
    world.network.messageDeliveries = []
    for day in days {
      let noon = SmallWorld.noon(day)
      world.perform(Step(SmallWorld.id(.open, day: day), at: noon, .open(device: 0)))
      world.perform(
        Step(
          SmallWorld.id(.water, day: day), at: noon,
          .submit(SmallWorld.glass(of: 0), ReplicaAddress(0))))
      world.perform(Step(SmallWorld.id(.close, day: day), at: noon, .close(device: 0)))
    }
    world.finish(before: world.settings.watermark)
    var known: [RecordedDeliveryKey: MessageDelivery] = [:]
    for one in world.network.messageDeliveries ?? [] {
      known[RecordedDeliveryKey(key: one.key, way: one.way)] = one.messageDelivery
    }
    #expect(known.count <= world.network.messageDeliveries?.count ?? 0)
    return known
  }

  @Test("removing days from a plan changes no delivery on the others")
  func leftOut() {
    let all = Self.messageDeliveries(days: Array(0..<25))
    let some = Self.messageDeliveries(days: [0, 3, 4, 11, 19, 24])
    #expect(all.count > 60 && some.count > 15 && some.count < all.count)
    #expect(all.values.contains { $0.isLost } && all.values.contains { $0.isDuplicated })
    for (name, messageDelivery) in some where all[name] != nil {
      #expect(all[name] == messageDelivery)
    }
    let shared = some.keys.filter { all[$0] != nil }
    #expect(Double(shared.count) > 0.9 * Double(some.count))
  }

  @Test("a plan can fix a delivery")
  func settled() {
    var world = SmallWorld.world()
    let id = SmallWorld.id(.open)
    world.settle(
      RecordedDelivery(
        key: MessageKey(cause: id.raw, device: 0, attempt: 0), way: .request,
        messageDelivery: MessageDelivery(
          isLost: true, delayMilliseconds: 5, duplicateDelayMilliseconds: -1)))
    world.perform(Step(id, at: SmallWorld.noon(), .open(device: 0)))
    world.advance(to: SmallWorld.noon() + Span.minute)
    let (lost, retries, messages) = (
      world.events.counters.messagesLost, world.events.counters.retries,
      world.events.counters.messages
    )
    // The first request is lost; the second one and its response arrive.
    #expect(lost == 1 && retries == 1 && messages == 3)
  }
}
