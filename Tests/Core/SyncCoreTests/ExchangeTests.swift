import Base
import DomainCore
import Testing

@testable import SyncCore

@Suite("An exchange")
struct ExchangeTests {
  let world = World()
  let phone: Device
  let tablet: Device

  init() {
    phone = world.device(of: World.mother)
    tablet = world.device(of: World.father)
  }

  // MARK: Exactly once

  @Test("commits operations as 1, 2, 3 and delivers them to all devices")
  func takesOperationsIn() throws {
    let habit = try phone.creates("Reading")
    try phone.completes(habit)
    try phone.drinks(tenthOunces: 80)
    world.exchange(phone)
    world.exchange(tablet)
    #expect(world.log == [[0, 1], [0, 2], [0, 3]])
    #expect(tablet.sees(habit))
    #expect(world.isSame(phone) && world.isSame(tablet))
  }

  @Test("that arrives twice changes nothing the second time")
  func duplicateRequest() throws {
    try phone.drinks(tenthOunces: 80)
    let request = phone.asks()
    let first = world.serve(request)
    let second = world.serve(request)
    try #require(world.log == [[0, 1]])
    #expect(phone.applies(first).hasAdvanced)
    #expect(phone.applies(second) == .ignored(.stale))
    #expect(phone.waterToday == 80)
    #expect(world.isSame(phone))
  }

  @Test("whose response is lost is retried, and has its effect once")
  func lostResponse() throws {
    try phone.drinks(tenthOunces: 80)
    world.serve(phone.asks())
    #expect(phone.pending == [1])
    #expect(phone.asks().operations.map(\.sequence) == [1])
    world.exchange(phone)
    #expect(world.log == [[0, 1]])
    #expect(phone.pending.isEmpty)
    #expect(phone.waterToday == 80)
  }

  @Test("that arrives late, after a retry with more operations, changes nothing")
  func lateRequest() throws {
    try phone.drinks(tenthOunces: 10)
    let early = phone.asks()
    try phone.drinks(tenthOunces: 20)
    world.exchange(phone)
    #expect(phone.applies(world.serve(early)) == .ignored(.stale))
    #expect(world.log == [[0, 1], [0, 2]])
    #expect(phone.waterToday == 30)
    #expect(world.isSame(phone))
  }

  @Test("with a gap before its operations leaves them for later")
  func gap() throws {
    for _ in 1...3 { try phone.drinks(tenthOunces: 10) }
    var request = phone.asks()
    request.operations.removeFirst()
    #expect(world.serve(request).header.sequenceDecided == 0)
    try #require(world.log.isEmpty)
    world.exchange(phone)
    #expect(world.log == [[0, 1], [0, 2], [0, 3]])
  }

  @Test("with a gap inside has the operations before it accepted")
  func gapInside() throws {
    for _ in 1...3 { try phone.drinks(tenthOunces: 10) }
    var request = phone.asks()
    request.operations.remove(at: 1)
    #expect(world.serve(request).header.sequenceDecided == 1)
    world.exchange(phone)
    #expect(world.log == [[0, 1], [0, 2], [0, 3]])
  }

  @Test("sends no more than its limit, oldest first")
  func pushLimit() throws {
    for _ in 1...5 { try phone.drinks(tenthOunces: 10) }
    #expect(phone.asks(pushMax: 2).operations.map(\.sequence) == [1, 2])
    world.exchange(phone, pushMax: 2)
    #expect(phone.asks(pushMax: 2).operations.map(\.sequence) == [3, 4])
  }

  @Test("sends everything pending after a restart, and the server skips it")
  func restart() throws {
    try phone.drinks(tenthOunces: 10)
    var response = world.serve(phone.asks())
    response.header.to = 0
    response.rows = []
    phone.applies(response)
    #expect(!phone.hasUnsent)
    phone.replica.sequenceDecided = 0
    #expect(phone.asks().operations.count == 1)
    world.exchange(phone)
    #expect(world.log == [[0, 1]])
    #expect(phone.pending.isEmpty)
  }

  // MARK: The outbox

  @Test("shrinks the outbox by the page it applies, never by `sequenceDecided` alone")
  func outboxIsTrimmedByPages() throws {
    for _ in 1...3 { try tablet.drinks(tenthOunces: 10) }
    world.exchange(tablet)
    for _ in 1...2 { try phone.drinks(tenthOunces: 10) }
    // The response reports that all is decided; its page has not arrived yet.
    world.exchange(phone, pageMax: 3)
    #expect(phone.pending == [1, 2])
    #expect(!phone.hasUnsent)
    #expect(phone.asks().operations.isEmpty)
    #expect(phone.waterToday == 20)
    world.exchange(phone, pageMax: 1)
    #expect(phone.pending == [2])
    #expect(phone.waterToday == 20)
    world.exchange(phone)
    #expect(phone.pending.isEmpty)
    #expect(phone.waterToday == 20)
  }

  @Test("leaves an operation pending that the response does not know")
  func staleAnswerAcknowledgesNothing() throws {
    let before = world.serve(phone.asks())
    try phone.drinks(tenthOunces: 10)
    phone.applies(before)
    #expect(phone.hasUnsent)
    #expect(phone.asks().operations.map(\.sequence) == [1])
  }

  @Test("that knows less than an earlier one undoes nothing")
  func olderAcknowledgement() throws {
    let before = world.serve(phone.asks())
    try phone.drinks(tenthOunces: 10)
    world.exchange(phone)
    phone.applies(before)
    #expect(!phone.hasUnsent)
  }

  @Test("that claims more than was ever committed acknowledges nothing")
  func exaggeratedAcknowledgement() throws {
    var response = world.serve(phone.asks())
    response.header.sequenceDecided = 9
    #expect(phone.applies(response) == .ignored(.outOfOrder))
    try phone.drinks(tenthOunces: 10)
    #expect(phone.asks().operations.map(\.sequence) == [1])
  }

  @Test("finds its operations in order after the outbox has gone round its ring and grown")
  func outboxRing() throws {
    for round in 1...6 {
      for _ in 1...7 * round { try phone.drinks(tenthOunces: 1) }
      // Leave some pending each time, so that the front of the ring is at any place.
      world.exchange(phone, pushMax: 5 * round)
    }
    let last = phone.sequence
    #expect(phone.pending == Array((last - UInt32(phone.pending.count) + 1)...last))
    #expect(phone.pending.count > 16)
    world.exchange(phone, pushMax: 1_000, pageMax: 1_000)
    #expect(world.log == (1...last).map { [0, $0] })
    #expect(phone.waterToday == last)
    #expect(world.isSame(phone))
  }

  // MARK: Late, damaged or foreign responses

  @Test("does not go back after an older page arrives last")
  func olderAnswerLast() throws {
    try tablet.drinks(tenthOunces: 10)
    world.exchange(tablet)
    let older = world.serve(phone.asks())
    try tablet.drinks(tenthOunces: 20)
    world.exchange(tablet)
    let newer = world.serve(phone.asks())
    #expect(phone.applies(newer).hasAdvanced)
    #expect(phone.applies(older) == .ignored(.stale))
    #expect(phone.position == 2)
    #expect(world.isSame(phone))
  }

  @Test("applies only what is new of an overlapping page")
  func overlappingAnswer() throws {
    try tablet.drinks(tenthOunces: 10)
    world.exchange(tablet)
    let short = world.serve(phone.asks())
    try tablet.drinks(tenthOunces: 20)
    world.exchange(tablet)
    let long = world.serve(phone.asks())
    #expect(phone.applies(short).hasAdvanced)
    #expect(phone.applies(long).hasAdvanced)
    #expect(phone.position == 2)
    #expect(world.isSame(phone))
  }

  @Test("leaves no hole after a page that lies ahead of the copy")
  func pageAhead() throws {
    for _ in 1...2 { try tablet.drinks(tenthOunces: 10) }
    world.exchange(tablet)
    let first = world.serve(phone.asks(pageMax: 1))
    var ahead = first
    ahead.header.from = 1
    ahead.header.to = 2
    ahead.rows = [world.feed[1]]
    #expect(phone.applies(ahead) == .ignored(.gap))
    #expect(phone.position == 0)
    #expect(phone.applies(first).hasAdvanced)
    #expect(phone.applies(ahead).hasAdvanced)
    #expect(world.isSame(phone))
  }

  @Test("has a page with missing rows discarded as a whole")
  func truncatedAnswer() throws {
    for _ in 1...3 { try phone.drinks(tenthOunces: 10) }
    let response = world.serve(phone.asks())
    var truncated = response
    truncated.rows.removeLast()
    #expect(phone.applies(truncated) == .ignored(.truncated))
    #expect(phone.position == 0)
    #expect(phone.pending == [1, 2, 3])
    #expect(phone.hasUnsent)
    #expect(phone.applies(response).hasAdvanced)
  }

  @Test("ignores a response of another epoch")
  func otherEpoch() throws {
    try phone.drinks(tenthOunces: 10)
    var response = world.serve(phone.asks())
    response.header.epoch += 1
    #expect(phone.applies(response) == .ignored(.otherEpoch))
    #expect(phone.position == 0)
    #expect(phone.hasUnsent)
  }

  @Test("reuses the memory of its messages")
  func reusedMemory() throws {
    for _ in 1...20 { try phone.drinks(tenthOunces: 10) }
    var request = Request()
    var response = Response()
    func exchange() -> [UnsafeRawPointer?] {
      phone.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
      world.server.respond(request, now: world.now, into: &response) { _, _ in }
      return [
        request.operations.withElements { UnsafeRawPointer($0.baseAddress) },
        response.rows.withElements { UnsafeRawPointer($0.baseAddress) },
      ]
    }
    let first = exchange()
    #expect(phone.replica.apply(response).rowsApplied == 20)
    for _ in 1...5 {
      for _ in 1...4 { try phone.drinks(tenthOunces: 10) }
      #expect(exchange() == first)
      #expect(phone.replica.apply(response).rowsApplied == 4)
    }
  }

  // MARK: Pages

  @Test("pulls every row once, whatever the size of the page", arguments: 1...8)
  func pageSizes(pageMax: Int) throws {
    let habit = try tablet.creates("Reading")
    for _ in 1...10 { try tablet.drinks(tenthOunces: 10) }
    try tablet.completes(habit)
    world.exchange(tablet)
    var exchanges = 0
    while !phone.isUpToDate {
      world.exchange(phone, pageMax: UInt32(pageMax))
      exchanges += 1
    }
    #expect(exchanges == (12 + pageMax - 1) / pageMax)
    #expect(world.isSame(phone))
  }

  @Test("may ask for as many rows as there are numbers")
  func pageWithoutLimit() throws {
    try phone.drinks(tenthOunces: 10)
    world.exchange(phone, pageMax: .max)
    try phone.drinks(tenthOunces: 10)
    world.exchange(phone, pageMax: .max)
    #expect(phone.position == 2)
  }

  @Test("that asks for no rows at all still advances")
  func pageOfNothing() throws {
    try tablet.drinks(tenthOunces: 10)
    world.exchange(tablet)
    world.exchange(phone, pageMax: 0)
    #expect(phone.position == 1)
  }

  @Test("gets the end of the feed, so that a device knows that more is available")
  func endOfFeed() throws {
    for _ in 1...3 { try tablet.drinks(tenthOunces: 10) }
    world.exchange(tablet)
    let response = world.serve(phone.asks(pageMax: 2)).header
    #expect(response.to == 2 && response.end == 3)
  }
}
