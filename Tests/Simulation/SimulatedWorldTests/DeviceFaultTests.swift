import Base
import Chronology
import DomainCore
import Environment
import SyncCore
import Testing

@testable import SimulatedWorld

/// A phone submits something and is closed; the test fixes the deliveries of its messages.
@Suite("Damaged responses, and servers that are unreachable")
struct DeviceFaultTests {
  private struct Phone: ~Copyable {
    var world: World
    let start = SmallWorld.noon()

    init(_ settings: WorldSettings = SmallWorld.settings()) {
      world = SmallWorld.world(settings)
    }

    /// The delivery of the response to the first request that closing the phone sends.
    mutating func settle(_ kept: Int16) {
      world.settle(
        RecordedDelivery(
          key: MessageKey(cause: SmallWorld.id(.close).raw, device: 0, attempt: 0), way: .response,
          messageDelivery: MessageDelivery(
            isLost: false, delayMilliseconds: 100, duplicateDelayMilliseconds: -1,
            deliveredPerMille: kept)))
    }

    mutating func drinks(_ glasses: Int) {
      for number in 0..<glasses {
        world.perform(
          Step(
            SmallWorld.id(.water, number: number), at: start,
            .submit(SmallWorld.glass(of: 0), ReplicaAddress(0))))
      }
      world.perform(Step(SmallWorld.id(.close), at: start, .close(device: 0)))
    }

    var pending: Int { world.pendingCount(at: ReplicaAddress(0)) }

    func glasses() -> UInt16 {
      UInt16(world.backend.server.scopes[0].state.personDay(MemberHandle(0), 0).waters)
    }
  }

  @Test("a truncated response is discarded and requested again", arguments: [0, 1, 500, 999])
  func damaged(kept: Int16) {
    var phone = Phone()
    phone.settle(kept)
    phone.drinks(3)
    phone.world.advance(to: phone.start + 200)
    let (waiting, server) = (phone.pending, phone.glasses())
    #expect(waiting == 3 && server == 3)
    phone.world.advance(to: phone.start + Span.minute)
    let (rest, retries, damaged) = (
      phone.pending, phone.world.events.counters.retries,
      phone.world.events.counters.responsesDamaged
    )
    #expect(rest == 0 && retries == 1 && damaged == 1)
    let after = phone.glasses()
    #expect(after == 3)
  }

  @Test("a request to a server that is down is retried until the server receives it")
  func outage() {
    var phone = Phone()
    let until = phone.start + 10 * Span.minute
    phone.world.perform(Step(SmallWorld.id(.outage), at: phone.start, .outage(until: until)))
    phone.drinks(2)
    phone.world.advance(to: until - 1)
    let (waiting, server, lost) = (
      phone.pending, phone.glasses(), phone.world.events.counters.messagesLost
    )
    #expect(waiting == 2 && server == 0 && lost > 3)
    // The longest wait between two attempts is a minute.
    phone.world.advance(to: until + 2 * Span.minute)
    let (rest, after, outages) = (
      phone.pending, phone.glasses(), phone.world.events.counters.outages
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

  /// A phone that has a fault for ten minutes from its first second on.
  private func phone(in deviceFault: DeviceFault) -> Phone {
    var phone = Phone()
    let window = OfflineWindow(from: phone.start, until: phone.start + 10 * Span.minute)
    phone.world.perform(
      Step(
        SmallWorld.id(.deviceFault), at: phone.start,
        .deviceFault(device: 0, deviceFault, window)))
    return phone
  }

  @Test("a captive portal keeps all requests from the server until it ends")
  func captivePortal() {
    var phone = phone(in: .captivePortal)
    let until = phone.start + 10 * Span.minute
    phone.drinks(2)
    phone.world.advance(to: until - 1)
    let (waiting, server, retries) = (
      phone.pending, phone.glasses(), phone.world.events.counters.retries
    )
    #expect(waiting == 2 && server == 0 && retries > 3)
    let isOnline = phone.world.isConnected(0)
    #expect(!isOnline, "commands that need the server are not offered")
    phone.world.advance(to: until + 2 * Span.minute)
    let (rest, after) = (phone.pending, phone.glasses())
    #expect(rest == 0 && after == 2)
  }

  @Test("a device discards a response that arrives behind a captive portal")
  func portalInBetween() {
    var phone = Phone()
    phone.drinks(1)
    let window = OfflineWindow(from: phone.start + 150, until: phone.start + Span.minute)
    phone.world.perform(
      Step(
        SmallWorld.id(.deviceFault), at: phone.start + 1,
        .deviceFault(device: 0, .captivePortal, window)))
    phone.world.advance(to: phone.start + 300)
    let (waiting, server) = (phone.pending, phone.glasses())
    #expect(waiting == 1 && server == 1)
    phone.world.advance(to: phone.start + 5 * Span.minute)
    let (rest, after) = (phone.pending, phone.glasses())
    #expect(rest == 0 && after == 1)
  }

  @Test("a device with full storage submits nothing and applies no response")
  func storageFull() {
    var phone = phone(in: .storageFull)
    let until = phone.start + 10 * Span.minute
    let outcome = phone.world.perform(
      Step(
        SmallWorld.id(.water), at: phone.start,
        .submit(SmallWorld.glass(of: 0), ReplicaAddress(0))))
    if case .impossible = outcome {} else { Issue.record("it was submitted") }
    // The other phone submits something; this one requests it and cannot save it.
    phone.world.perform(
      Step(
        SmallWorld.id(.water, who: 1), at: phone.start,
        .submit(SmallWorld.glass(of: 1), ReplicaAddress(1))))
    phone.world.perform(
      Step(SmallWorld.id(.close, who: 1), at: phone.start, .close(device: 1)))
    phone.world.perform(
      Step(SmallWorld.id(.open), at: phone.start + Span.minute, .open(device: 0)))
    phone.world.advance(to: until - 1)
    let shown = phone.world[copyAt: ReplicaAddress(0)].personDay(MemberHandle(1), 0).waters
    #expect(shown == 0)
    phone.world.advance(to: until + 2 * Span.minute)
    let later = phone.world[copyAt: ReplicaAddress(0)].personDay(MemberHandle(1), 0).waters
    #expect(later == 1)
    phone.world.finish(before: phone.world.settings.watermark)
    phone.world.settle()
    let broken = phone.world.violations.map { "\($0)" }
    #expect(broken == [])
  }

  @Test("a server accepts so many requests of an install in a minute, and the rest in the next")
  func throttled() {
    var phone = Phone(SmallWorld.settings(pageRowsMax: 1, requestsPerMinuteMax: 2))
    phone.drinks(5)
    phone.world.advance(to: phone.start + 50 * Span.second)
    let (waiting, rateLimited) = (phone.pending, phone.world.events.counters.requestsRateLimited)
    #expect(waiting == 3 && rateLimited > 0, "a page has one row")
    phone.world.advance(to: phone.start + 6 * Span.minute)
    let (rest, after) = (phone.pending, phone.glasses())
    #expect(rest == 0 && after == 5)
    phone.world.settle()
    let broken = phone.world.violations.map { "\($0)" }
    #expect(broken == [])
  }
}
