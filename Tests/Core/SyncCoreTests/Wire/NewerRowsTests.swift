import Base
import Chronology
import DomainCore
import Foundation
import TestKit
import Testing

@testable import SyncCore

/// Fields of a later app version in the rows of a feed, on devices of an older one.
@Suite("P19: fields of a later app version in rows")
struct NewerRowsTests {
  private static let now = TwoVersionsTests.now

  /// A feed of five glasses of the father's. A later version has added fields to the operations of
  /// the second and the fourth.
  private static func server() throws -> Server {
    var server = Server(settings: Fleet.settings)
    _ = server.open(Scope(state: World.founded()))
    for member in [World.mother, World.father] { _ = server.register(scope: 0, member: member) }
    var father = Replica(site: 1, scope: 0, state: World.founded())
    for number in 1...5 {
      if number % 2 == 0 {
        [UInt8](repeating: UInt8(number), count: 3).withUnsafeBufferPointer {
          father.store.unknown.keep($0, of: .operation, number)
        }
      }
      try drinks(&father, World.father)
    }
    var link = PerfectLink()
    link.exchange(&father, with: &server, now: now)
    return server
  }

  private static func drinks<Storage: ReplicaStorage & ~Copyable>(
    _ phone: inout Replica<Storage>, _ author: MemberHandle
  ) throws {
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    _ = try phone.commit(
      .logWater(for: author, glass), author: author, day: World.firstDay, zone: .utc, now: now
    ).get()
  }

  /// The server's response, with fields in the rows and in the founders as well.
  private static func respond<Storage: ReplicaStorage & ~Copyable>(
    of server: inout Server, to phone: borrowing Replica<Storage>, pageRowsMax: UInt32
  ) -> Response {
    var request = Request()
    var response = Response()
    phone.fill(&request, pushOperationsMax: 100, pageRowsMax: pageRowsMax, now: now)
    // The first row of the page is known already, wherever there is one.
    if request.header.position > 0 {
      request.header.position -= 1
      request.header.digest = 0
    }
    server.respond(request, now: now, into: &response) { _, _ in }
    let first = Int(response.header.from)
    for place in 0..<response.rows.count {
      [0x60, UInt8(first + place)].withUnsafeBufferPointer {
        response.unknown.keep($0, of: .row, place)
      }
    }
    for place in 0..<response.founders.count {
      [0xF0, UInt8(place)].withUnsafeBufferPointer {
        response.unknown.keep($0, of: .founder, place)
      }
    }
    return response
  }

  /// The content of a storage, read in pieces that begin anywhere.
  private static func rest<Storage: ReplicaStorage & ~Copyable>(
    in storage: inout Storage, from start: Int
  ) throws -> [UnknownFields.RowUnknownFields] {
    var rows = FlatArray<FeedRow>()
    var unknown = UnknownFields()
    try storage.readRows(from: start, into: &rows, unknown: &unknown)
    return (0..<rows.count).map { unknown.ofRow($0) }
  }

  private static func expected(_ rows: Range<Int>) -> [UnknownFields.RowUnknownFields] {
    rows.map { row in
      let number = UInt8(row + 1)
      return .init(
        row: [0x60, UInt8(row)],
        operation: number % 2 == 0 && number <= 4 ? [number, number, number] : [])
    }
  }

  private static func expectsAll<Storage: ReplicaStorage & ~Copyable>(
    _ phone: inout Replica<Storage>
  ) throws {
    var server = try server()
    while Int(phone.store.position) < 5 {
      let before = phone.store.position
      let page = respond(of: &server, to: phone, pageRowsMax: 2)
      _ = try phone.apply(page)
      let position = phone.store.position
      try #require(position > before)
    }
    for start in 0..<5 {
      let found = try rest(in: &phone.storage, from: start)
      #expect(found == expected(start..<5), "from \(start)")
    }
    // A rebuilt copy has them as well, and the fields of the founders.
    server = try self.server()
    _ = server.replay(.incarnation(1))
    let response = respond(of: &server, to: phone, pageRowsMax: 100)
    let isMadeAnew = response.header.kind == .snapshot
    #expect(isMadeAnew)
    _ = try phone.apply(response)
    let found = try rest(in: &phone.storage, from: 0)
    #expect(found == expected(0..<5))
    var records = ReplicaRecords()
    try phone.storage.read(into: &records)
    for place in 0..<records.genesis.members.count {
      var founder: [UInt8] = []
      records.genesis.unknown.withFields(of: .founder, place) { founder = Array($0) }
      #expect(founder == [0xF0, UInt8(place)])
    }
  }

  @Test("are stored with them on a medium, by pages and by a snapshot")
  func simulated() throws {
    var phone = try Mounted()
    try Self.expectsAll(&phone.replica)
  }

  @Test("are stored with them in a plain file")
  func file() throws {
    let folder = try TemporaryFolder()
    var phone = try Replica(
      site: 0, scope: 0, genesis: ScopeGenesis(of: World.founded()),
      storage: try FileReplicaStorage(at: "\(folder.path)/replica.log"))
    try Self.expectsAll(&phone)
  }

  // MARK: Own rows

  /// The father submits three operations, the second with a later version, and drops everything
  /// when he is removed; he returns, and the server loses everything.
  private static func returned<Storage: ReplicaStorage & ~Copyable>(
    _ phone: inout Replica<Storage>
  ) throws -> [[UInt8]] {
    var server = Server(settings: Fleet.settings)
    _ = server.open(Scope(state: World.founded()))
    for member in [World.mother, World.father] { _ = server.register(scope: 0, member: member) }
    var link = PerfectLink()
    for _ in 0..<3 { try drinks(&phone, World.father) }
    try link.exchange(&phone, with: &server, now: now)
    server.scopes[0].state.shared.members[Int(World.father.index)].isActive = false
    try link.exchange(&phone, with: &server, now: now)
    let revocation = phone.revocation
    let kept = !phone.store.unknown.ofRow(2).operation.isEmpty
    #expect(revocation == .memberRemoved && !kept, "P12: everything was dropped")
    server.scopes[0].state.shared.members[Int(World.father.index)].isActive = true
    try link.exchange(&phone, with: &server, now: now)
    let isBack = phone.revocation == nil
    #expect(isBack)
    server = Server(settings: Fleet.settings)
    _ = server.open(Scope(state: World.founded()))
    for member in [World.mother, World.father] { _ = server.register(scope: 0, member: member) }
    _ = server.replay(.incarnation(1))
    for _ in 0..<3 { try link.exchange(&phone, with: &server, now: now) }
    #expect(server.scopes[0].feed.count == 3)
    return (0..<3).map { TwoVersionsTests.fields(server, at: $0) }
  }

  @Test(
    "are sent again unchanged by a device that dropped everything in between and regained access")
  func dropped() throws {
    let newer = TwoVersionsTests.newer
    var phone = try Mounted(site: 1)
    newer.withUnsafeBufferPointer { phone.replica.store.unknown.keep($0, of: .operation, 2) }
    var found = try Self.returned(&phone.replica)
    #expect(found == [[], newer, []])
    var memory = Replica(site: 1, scope: 0, state: World.founded(), keepsOwnRows: true)
    newer.withUnsafeBufferPointer { memory.store.unknown.keep($0, of: .operation, 2) }
    found = try Self.returned(&memory)
    #expect(found == [[], newer, []])
  }

  @Test("are known after a restart, and sent again to a server that has lost them")
  func restarted() throws {
    let newer = TwoVersionsTests.newer
    var phone = try Mounted(install: InstallNonce(raw: 1))
    newer.withUnsafeBufferPointer { phone.replica.store.unknown.keep($0, of: .operation, 2) }
    var server = TwoVersionsTests.server()
    var link = PerfectLink()
    for _ in 0..<3 { _ = try phone.drinks() }
    try link.exchange(&phone.replica, with: &server, now: Self.now)
    for incarnation in 1...2 as ClosedRange<UInt32> {
      phone = try phone.reopened()
      server = TwoVersionsTests.server(as: incarnation)
      for _ in 0..<3 { try link.exchange(&phone.replica, with: &server, now: Self.now) }
      let found = (0..<3).map { TwoVersionsTests.fields(server, at: $0) }
      #expect(found == [[], newer, []], "incarnation \(incarnation)")
    }
  }
}
