import Base
import SyncCore
import Testing

@testable import Properties

@Suite("P1, durable intent, is seen to fail")
struct DurableIntentTests {
  let world = WatchedWorld()

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
  func trimmedByAnswer() {
    world.drinks(1)
    world.exchange(1)
    world.drinks()
    let answer = world.serve(0, pageMax: 1)
    world.changeOutbox(of: 0) { $0.removeAll() }
    world.deliver(answer, to: 0)
    #expect(world.broken == [.durableIntent])
  }

  @Test("at the end, when nothing came after the loss")
  func lostAtTheEnd() {
    world.exchangeAll()
    world.drinks()
    world.changeOutbox(of: 0) { $0.removeAll() }
    world.end()
    #expect(world.broken == [.durableIntent])
    #expect(world.reports == ["what was saved never reached the log"])
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
}
