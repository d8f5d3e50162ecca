import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

/// Two builds of the app side by side: a later one has written fields that this one does not know,
/// or this one is the later and runs beside the previous version.
@Suite("P19: two versions of the app side by side")
struct TwoVersionsTests {
  /// Fields of a later version in an operation.
  static let newer: [UInt8] = [0xC0, 0x0C, 5]
  static let now = World.firstDay.at(hour: 8)

  /// A server with only the scope and its members.
  static func server(as incarnation: UInt32 = 0) -> Server {
    var server = Server(settings: Fleet.settings)
    _ = server.open(Scope(state: World.founded()))
    _ = server.register(scope: 0, member: World.mother, install: InstallNonce(raw: 1))
    if incarnation > 0 { _ = server.replay(.incarnation(incarnation)) }
    return server
  }

  /// An older build on a phone without durable storage. It was the later one when the second of
  /// three glasses was drunk.
  static func downgraded() throws -> Replica<MemoryReplicaStorage> {
    var phone = Replica(
      site: 0, scope: 0, state: World.founded(), install: InstallNonce(raw: 1), keepsOwnRows: true)
    for _ in 0..<3 { try drinks(&phone) }
    newer.withUnsafeBufferPointer { phone.store.unknown.keep($0, of: .operation, 2) }
    return phone
  }

  static func drinks<Storage: ReplicaStorage & ~Copyable>(
    _ phone: inout Replica<Storage>
  ) throws {
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    _ = try phone.commit(
      .logWater(for: World.mother, glass), author: World.mother, day: World.firstDay, zone: .utc,
      now: now
    ).get()
  }

  /// The later version's fields in the row at a position of the feed.
  static func fields(_ server: borrowing Server, at position: Int) -> [UInt8] {
    var found: [UInt8] = []
    server.scopes[0].unknown.withFields(of: .operation, position) { found = Array($0) }
    return found
  }

  @Test("operations of the later build are sent again unchanged by the older, after every failover")
  func sentAgain() throws {
    var phone = try Self.downgraded()
    var link = PerfectLink()
    for incarnation in 0...3 as ClosedRange<UInt32> {
      // Each of them has lost all operations, so the phone restarts from its own.
      var server = Self.server(as: incarnation)
      for _ in 0..<3 { link.exchange(&phone, with: &server, now: Self.now) }
      let (pending, rows) = (phone.store.pendingCount, server.scopes[0].feed.count)
      #expect(pending == 0 && rows == 3)
      let found = (0..<3).map { Self.fields(server, at: $0) }
      #expect(found == [[], Self.newer, []], "incarnation \(incarnation)")
    }
  }

  @Test("operations of the later build are in the older one's backup, and handed over from there")
  func backup() throws {
    let phone = try Self.downgraded()
    var restored = Replica(restored: phone.store.copied(), as: InstallNonce(raw: 2))
    var server = Self.server()
    var link = PerfectLink()
    for _ in 0..<3 { link.exchange(&restored, with: &server, now: Self.now) }
    let found = (0..<3).map { Self.fields(server, at: $0) }
    #expect(found == [[], Self.newer, []])
  }

  @Test("pending operations of the later build are unchanged after a restart of the older one")
  func restart() throws {
    var phone = try Mounted()
    for _ in 0..<2 { _ = try phone.drinks() }
    // The later build writes the third, and is removed again.
    Self.newer.withUnsafeBufferPointer { phone.replica.store.unknown.keep($0, of: .operation, 3) }
    _ = try phone.drinks()
    var found = try phone.reopened()
    var server = Server(settings: Fleet.settings)
    _ = server.open(Scope(state: World.founded()))
    _ = server.register(scope: 0, member: World.mother)
    var link = PerfectLink()
    try link.exchange(&found.replica, with: &server, now: Self.now)
    let fields = (0..<3).map { Self.fields(server, at: $0) }
    #expect(fields == [[], [], Self.newer])
  }

  @Test("operations of the later build are passed on by an older server that has restarted")
  func serverRestart() throws {
    let fleet = try Fleet()
    Self.newer.withUnsafeBufferPointer {
      fleet.phones[0].install.replica.store.unknown.keep($0, of: .operation, 1)
    }
    try fleet.drinks(0)
    try fleet.exchange(0)
    let again = try Fleet(fleet, server: fleet.log, as: nil)
    let found = Self.fields(again.server.core, at: 0)
    #expect(found == Self.newer)
  }

  // MARK: A build that does not know all kinds

  /// A response as a build reads it that knows the format up to a version.
  private static func read(_ response: borrowing Response, asOf version: UInt8) -> Response {
    var rows = response.rows.withElements { Array($0) }
    for index in rows.indices {
      rows[index].operation = rows[index].operation.read(asOf: version)
    }
    var old = Response()
    old.header = response.header
    for row in rows { old.rows.append(row) }
    for index in 0..<response.founders.count { old.founders.append(response.founders[index]) }
    old.firstDay = response.firstDay
    old.dayCapacity = response.dayCapacity
    return old
  }

  /// A round trip of a build that knows the format up to a version.
  private static func exchange(
    _ phone: inout Mounted, with server: inout Server, asOf version: UInt8
  ) throws -> ApplyResult {
    var request = Request()
    var response = Response()
    phone.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 2, now: now)
    server.respond(request, now: now, into: &response) { _, _ in }
    return try phone.replica.apply(read(response, asOf: version))
  }

  @Test("the older build continues beside the later, and its upgrade equals a fresh install")
  func upgrade() throws {
    var server = Server(settings: Fleet.settings)
    _ = server.open(Scope(state: World.founded()))
    for member in [World.mother, World.father] { _ = server.register(scope: 0, member: member) }
    var newer = try Mounted(site: 1)
    var older = try Mounted(site: 0)
    for round in 0..<5 {
      // A reward, which the older one knows, and a trophy, which it does not.
      let title = TextHandle(UInt32(10 + round))
      for made in [
        Command.offerReward(title, price: 10, by: World.father),
        .makeTrophy(title, by: World.father),
      ] {
        _ = try newer.replica.commit(
          made, author: World.father, day: World.firstDay, zone: .utc, now: Self.now
        ).get()
      }
      let score = WellnessScore(mental: UInt8(1 + round), physical: 3)
      _ = try older.does(.checkIn(for: World.mother, score)).get()
      for _ in 0..<6 {
        _ = try Self.exchange(&newer, with: &server, asOf: Fact.schemaCurrent)
        _ = try Self.exchange(&older, with: &server, asOf: 1)
      }
      let (pending, position) = (older.pending, Int(older.replica.store.position))
      #expect(pending.isEmpty && position == server.scopes[0].feed.count, "round \(round)")
      let shown = older.replica.checkIn(of: World.mother, on: World.firstDay)
      #expect(shown == score)
      // It restarts now and then, and continues.
      if round == 2 { older = try older.reopened() }
    }
    let rewards = older.replica.store.state.rewards.rewardsOffered().count
    let unread = older.replica.store.state.rewards.customTrophies().count
    #expect(rewards == 5 && unread == 0, "it ignores unknown kinds")
    // The later build opens the storage of the older one.
    var upgraded = try older.reopened()
    var fresh = try Mounted(site: server.register(scope: 0, member: World.mother))
    for _ in 0..<8 {
      _ = try Self.exchange(&upgraded, with: &server, asOf: Fact.schemaCurrent)
      _ = try Self.exchange(&fresh, with: &server, asOf: Fact.schemaCurrent)
    }
    let isFresh = upgraded.replica.store.state.isIdentical(to: fresh.replica.store.state)
    let isServers = upgraded.replica.store.state.isIdentical(to: server.scopes[0].state)
    #expect(isFresh && isServers)
    let trophies = upgraded.replica.store.state.rewards.customTrophies().count
    #expect(trophies == 5)
  }
}
