import Base
import Chronology
import DomainCore
import Faults
import SyncCore
import Testing

@testable import World

/// A phone says something and is put down; what becomes of its messages is settled by the test.
@Suite("Answers that are damaged, and servers that cannot be reached")
struct TroubleTests {
  private struct Phone: ~Copyable {
    var world = SmallWorld.world()
    let start = SmallWorld.noon()

    /// What becomes of the answer to the first request that putting the phone down sends.
    mutating func settle(_ kept: Int16) {
      world.settle(
        KnownFate(
          key: MessageKey(cause: SmallWorld.id(.close).raw, device: 0, attempt: 0), way: .answer,
          fate: MessageFate(
            isLost: false, delayMilliseconds: 100, duplicateDelayMilliseconds: -1,
            keptPerMille: kept)))
    }

    mutating func drinks(_ glasses: Int) {
      for number in 0..<glasses {
        world.perform(
          Step(
            SmallWorld.id(.water, number: number), at: start,
            .say(SmallWorld.glass(of: 0), Place(0))))
      }
      world.perform(Step(SmallWorld.id(.close), at: start, .close(device: 0)))
    }

    var pending: Int { world.pendingCount(at: Place(0)) }

    func glasses() -> UInt16 {
      UInt16(world.server.scopes[0].state.personDay(MemberHandle(0), 0).waters)
    }
  }

  @Test("what is cut short is not believed, and asked for again", arguments: [0, 1, 500, 999])
  func damaged(kept: Int16) {
    var phone = Phone()
    phone.settle(kept)
    phone.drinks(3)
    phone.world.advance(to: phone.start + 200)
    let (waiting, server) = (phone.pending, phone.glasses())
    #expect(waiting == 3 && server == 3)
    phone.world.advance(to: phone.start + Span.minute)
    let (rest, retries, damaged) = (
      phone.pending, phone.world.counters.retries, phone.world.counters.answersDamaged
    )
    #expect(rest == 0 && retries == 1 && damaged == 1)
    let after = phone.glasses()
    #expect(after == 3)
  }

  @Test("what is sent to a server that is down is sent again until it is heard")
  func outage() {
    var phone = Phone()
    let until = phone.start + 10 * Span.minute
    phone.world.perform(Step(SmallWorld.id(.outage), at: phone.start, .outage(until: until)))
    phone.drinks(2)
    phone.world.advance(to: until - 1)
    let (waiting, server, lost) = (
      phone.pending, phone.glasses(), phone.world.counters.messagesLost
    )
    #expect(waiting == 2 && server == 0 && lost > 3)
    // The longest wait between two attempts is a minute.
    phone.world.advance(to: until + 2 * Span.minute)
    let (rest, after, outages) = (
      phone.pending, phone.glasses(), phone.world.counters.outages
    )
    #expect(rest == 0 && after == 2 && outages == 1)
  }

  @Test("an outage within another does not end it")
  func within() {
    var phone = Phone()
    let until = phone.start + 10 * Span.minute
    phone.world.perform(Step(SmallWorld.id(.outage), at: phone.start, .outage(until: until)))
    phone.world.perform(
      Step(
        SmallWorld.id(.outage, number: 1), at: phone.start,
        .outage(until: phone.start + Span.minute)))
    phone.drinks(1)
    phone.world.advance(to: until - 1)
    let server = phone.glasses()
    #expect(server == 0)
  }
}
