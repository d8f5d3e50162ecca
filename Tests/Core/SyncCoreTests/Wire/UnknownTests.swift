import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("Data that only a later app version knows")
struct UnknownTests {
  let world = World()
  let phone: Device
  let tablet: Device

  init() {
    phone = world.device(of: World.mother)
    tablet = world.device(of: World.father)
  }

  /// The bytes of the phone's next request, in which the operations have been changed by hand.
  func request(_ change: ([UInt8]) -> [UInt8]) throws -> Request {
    var asked = phone.asks()
    let operations = asked.operations
    asked.operations = []
    var bytes = Wire.bytes(asked.message())
    for operation in operations {
      var alone = Request()
      alone.operations.append(operation)
      // Behind the head of the message, and the tag and length of the block.
      bytes += Wire.block(7, change(Array(Wire.bytes(alone).dropFirst(4))))
    }
    return try Wire.request(bytes)
  }

  /// An operation's fields, with those that a later version has.
  static let newer =
    Wire.number(300, 7) + Wire.block(301, Array("later".utf8)) + Wire.fixed(302, 1)

  func serve(_ request: borrowing Request) -> Response {
    var response = Response()
    world.server.respond(request, now: world.now, into: &response) { _, _ in }
    return response
  }

  /// The server's response to the tablet now.
  func responseToTablet() -> Response { serve(tablet.asks().message()) }

  func fields(_ response: borrowing Response, _ row: Int) -> [UInt8] {
    var found: [UInt8] = []
    response.unknown.withFields(of: .operation, row) { found = Array($0) }
    return found
  }

  @Test("P19: keeps its bytes in every part of a message")
  func everyPart() throws {
    let operation = Wire.number(5, 42) + Self.newer
    let asked = [2, 1] + Wire.number(2, 3) + Wire.block(7, operation) + Self.newer
    #expect(Wire.bytes(try Wire.request(asked)) == asked)
    let row = Wire.block(1, operation) + Wire.number(2, 1) + Wire.number(90, 4)
    let founder = Wire.number(1, 1) + Wire.block(91, [1, 2, 3])
    let responded =
      [2, 2] + Wire.number(2, 3) + Wire.block(13, founder) + Wire.block(13, founder)
      + Wire.block(14, row) + Wire.block(14, Wire.block(1, operation)) + Self.newer
    #expect(Wire.bytes(try Wire.respond(responded)) == responded)
  }

  @Test("P19: passes in an operation through the server to the other devices")
  func passesOn() throws {
    try phone.drinks(tenthOunces: 10)
    try phone.drinks(tenthOunces: 20)
    try phone.drinks(tenthOunces: 30)
    var number = 0
    let request = try request {
      number += 1
      return number == 2 ? $0 + Self.newer : $0
    }
    #expect(phone.replica.apply(serve(request)).rowsApplied == 3)
    let response = responseToTablet()
    #expect(fields(response, 0).isEmpty && fields(response, 2).isEmpty)
    #expect(fields(response, 1) == Self.newer)
    let bytes = Wire.bytes(response)
    #expect(fields(try Wire.respond(bytes), 1) == Self.newer)
    // A page that begins later has them at another place.
    var late = tablet.asks()
    late.header.position = 1
    #expect(fields(serve(late.message()), 0) == Self.newer)
    #expect(tablet.replica.apply(response).rowsApplied == 3 && world.isSame(tablet))
    #expect(tablet.replica.nutrients(of: World.mother, on: world.today).waterTenthOunces == 60)
  }

  @Test("P19: is kept once when the request arrives twice")
  func doubled() throws {
    try phone.drinks(tenthOunces: 10)
    let request = try request { $0 + Self.newer }
    for _ in 0..<2 { _ = serve(request) }
    #expect(world.feed.count == 1 && fields(responseToTablet(), 0) == Self.newer)
  }

  static let kinds: [UInt64] = [15, 176, 255, 300, 65_535]

  @Test("P19: of an unknown kind is accepted, changes nothing and is passed on", arguments: kinds)
  func unknownKind(kind: UInt64) throws {
    try phone.drinks(tenthOunces: 10)
    world.exchange(phone)
    let before = world.server.scopes[0].state.digest
    try phone.drinks(tenthOunces: 20)
    // If a field repeats, the last one counts.
    let request = try request { $0 + Wire.number(5, kind) + Self.newer }
    #expect(request.operations[0].fact.kind == .unknown)
    _ = serve(request)
    let row = try #require(world.feed.last)
    #expect(row.verdict.kind == .accepted && world.server.scopes[0].state.digest == before)
    let response = try Wire.respond(Wire.bytes(responseToTablet()))
    #expect(response.rows[1].operation.unknownKind == UInt16(kind))
    #expect(response.rows[1].operation.fact.payload == phone.asks().operations[0].fact.payload)
    #expect(fields(response, 1) == Self.newer)
    #expect(tablet.replica.apply(response).rowsApplied == 2 && world.isSame(tablet))
    world.exchange(phone)
    #expect(world.isSame(phone) && phone.pending.isEmpty && phone.waterToday == 10)
  }

  @Test("P19: of a later layout of a known kind is not read as the old one")
  func laterSchema() throws {
    try phone.drinks(tenthOunces: 10)
    let request = try request { $0 + Wire.number(6, UInt64(Fact.schemaCurrent) + 1) }
    let bytes = Wire.bytes(request)
    #expect(request.operations[0].fact.kind == .unknown)
    #expect(request.operations[0].unknownKind == UInt16(FactKind.waterLogged.rawValue))
    _ = serve(request)
    #expect(world.server.scopes[0].state.personDay(World.mother, 0).waters == 0)
    #expect(Wire.bytes(try Wire.request(bytes)) == bytes)
  }

  @Test("P12: of an unknown kind is rejected from a site without access")
  func unknownKindRefused() throws {
    try phone.drinks(tenthOunces: 10)
    let stranger = try request { $0 + Wire.number(5, 300) + Wire.number(11, 1) }
    _ = serve(stranger)
    #expect(world.feed.last?.verdict.refusal == .authorUnknown)
    try phone.drinks(tenthOunces: 10)
    world.removes(World.mother)
    let removed = try request { $0 + Wire.number(5, 300) }
    #expect(serve(removed).header.kind == .purge && world.feed.count == 1)
  }

  @Test("P19: in pending operations is sent along, and kept in case it must be sent again")
  func outbox() throws {
    for _ in 0..<3 { try phone.drinks(tenthOunces: 10) }
    Self.newer.withUnsafeBufferPointer {
      phone.replica.store.unknown.keep($0, of: .operation, 2)
    }
    var request = Request()
    phone.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 2)
    #expect(Asked(request).operations.count == 3)
    let response = serve(request)
    #expect(fields(response, 1) == Self.newer)
    // The first page confirms two of the three.
    #expect(phone.replica.apply(response).rowsApplied == 2 && phone.pending == [3])
    world.exchange(phone)
    #expect(phone.pending.isEmpty && phone.replica.store.hasUnknownFields)
    #expect(fields(responseToTablet(), 1) == Self.newer)
  }

  @Test("FAM-7: disappears with deleted data", arguments: [false, true])
  func erased(whole: Bool) throws {
    try phone.drinks(tenthOunces: 10)
    _ = serve(try request { $0 + Self.newer })
    world.exchange(phone)
    if whole {
      world.server.deleteScope(world.family, now: world.now)
      let isEmpty = world.server.scopes[0].unknown.isEmpty
      #expect(isEmpty)
    } else {
      world.server.erase(World.mother, from: world.family, now: world.now)
      #expect(world.feed[0].verdict.refusal == .ownerDeleted)
      #expect(fields(responseToTablet(), 0).isEmpty)
      let kept = world.server.scopes[0].unknown.bytes.withElements { Array($0) }
      #expect(kept.allSatisfy { $0 == 0 })
    }
  }
}
