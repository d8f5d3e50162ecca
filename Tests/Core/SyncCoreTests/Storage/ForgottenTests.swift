import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("Data that a server has lost in a failover to a stale replica")
struct ForgottenTests {
  static let nonce = InstallNonce(raw: 77)

  /// A tablet of the mother's that is registered after the others have been active.
  private func late(in fleet: Fleet) throws -> UInt32 {
    let site = try fleet.server.register(scope: 0, member: World.mother, install: Self.nonce)
    fleet.phones.append(
      Fleet.Phone(try Mounted(site: site, install: Self.nonce), World.mother))
    return site
  }

  @Test("a site that was registered since gets its number back, with all its operations")
  func site() throws {
    let fleet = try Fleet()
    try fleet.drinks(0)
    try fleet.settle()
    let copied = Int(fleet.log.revision)
    let site = try late(in: fleet)
    for _ in 0..<2 { try fleet.drinks(3) }
    try fleet.settle()
    try fleet.drinks(3)
    let stale = Fleet.Log(fleet.log, transactions: copied)
    let after = try Fleet(fleet, server: stale, as: 1)
    // Another install comes first, and must not get the number.
    let other = try after.server.register(
      scope: 0, member: World.father, install: InstallNonce(raw: 78))
    #expect(other != site)
    let unknown = try after.exchange(3)
    #expect(unknown == .ignored(.siteUnknown))
    let back = try after.server.register(
      scope: 0, member: World.mother, install: Self.nonce, claiming: site)
    #expect(back == site)
    try after.phones[3].install.replica.register(as: back)
    try after.settle()
    #expect(after.feed.filter { $0.operation.site == site }.map(\.operation.sequence) == [1, 2, 3])
    #expect(after.phones.allSatisfy { $0.pending.isEmpty })
    // And the journal records it.
    let again = try Fleet(after, server: stale, as: nil)
    #expect(again.feed == after.feed)
    let isHers = again.server.core.sites[Int(site)].install == Self.nonce
    #expect(isHers)
  }

  @Test("P1: operations that can never be sent, under another's number, return to the user")
  func numberGone() throws {
    let fleet = try Fleet()
    let site = try late(in: fleet)
    for _ in 0..<2 { try fleet.drinks(3) }
    try fleet.phones[3].install.replica.register(as: site + 5)
    #expect(fleet.phones[3].pending.isEmpty)
    #expect(fleet.phones[3].rejections.map(\.operation.sequence) == [1, 2])
    let found = try fleet.phones[3].install.reopened()
    let (rejections, number) = (found.replica.rejectedCount, found.replica.site)
    #expect(rejections == 2 && number == site + 5)
  }

  @Test("P19: fields of a later app version in an operation are sent again with it")
  func unknownFields() throws {
    let fleet = try Fleet()
    let fields: [UInt8] = [0xC0, 0x0C, 5]
    fields.withUnsafeBufferPointer {
      fleet.phones[0].install.replica.store.unknown.keep($0, of: .operation, 2)
    }
    for _ in 0..<3 { try fleet.drinks(0) }
    try fleet.settle()
    let stale = Fleet.Log(fleet.log, transactions: fleet.founded)
    var after = try Fleet(fleet, server: stale, as: 1)
    for incarnation in 2...3 as ClosedRange<UInt32> {
      try after.settle()
      var found: [UInt8] = []
      after.server.core.scopes[0].unknown.withFields(of: .operation, 1) { found = Array($0) }
      #expect(found == fields && after.feed.count == 3)
      // And once more, after the device has restarted from a snapshot.
      after = try Fleet(
        after, server: Fleet.Log(stale, transactions: fleet.founded), as: incarnation)
    }
  }

  @Test("a copy without rows reports unsendable operations", arguments: [false, true])
  func memory(keepsOwnRows: Bool) throws {
    var server = Server(settings: Fleet.settings)
    let scope = server.open(Scope(state: World.founded()))
    let site = server.register(scope: scope, member: World.mother)
    var phone = Replica(
      site: site, scope: scope, state: World.founded(), keepsOwnRows: keepsOwnRows)
    var link = PerfectLink()
    let now = World.firstDay.at(hour: 8)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    func drinks(_ phone: inout Replica<MemoryReplicaStorage>) throws {
      _ = try phone.commit(
        .logWater(for: World.mother, glass), author: World.mother, day: World.firstDay, zone: .utc,
        now: now
      ).get()
    }
    for _ in 0..<3 { try drinks(&phone) }
    link.exchange(&phone, with: &server, now: now)
    try drinks(&phone)
    // A server that has lost everything but its members.
    var restarted = Server(settings: Fleet.settings)
    _ = restarted.open(Scope(state: World.founded()))
    _ = restarted.register(scope: scope, member: World.mother)
    _ = restarted.replay(.incarnation(1))
    for _ in 0..<3 { link.exchange(&phone, with: &restarted, now: now) }
    let (count, pending, permanentlyLost) = (
      restarted.scopes[0].feed.count, phone.store.pendingCount, phone.permanentlyLost
    )
    #expect(pending == 0)
    #expect(count == (keepsOwnRows ? 4 : 1))
    #expect(permanentlyLost == (keepsOwnRows ? nil : 1...3))
  }

  @Test("after a purge, a copy reports unsendable operations", arguments: [false, true])
  func dropped(isLost: Bool) throws {
    var server = Server(settings: Fleet.settings)
    let scope = server.open(Scope(state: World.founded()))
    var replicas: [UInt32] = []
    for member in [World.mother, World.father] {
      replicas.append(server.register(scope: scope, member: member))
    }
    var phone = Replica(site: replicas[1], scope: scope, state: World.founded())
    var mothers = Replica(site: replicas[0], scope: scope, state: World.founded())
    var link = PerfectLink()
    let now = World.firstDay.at(hour: 8)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    func drinks(_ phone: inout Replica<MemoryReplicaStorage>) throws {
      _ = try phone.commit(
        .logWater(for: World.father, glass), author: World.father, day: World.firstDay, zone: .utc,
        now: now
      ).get()
    }
    for _ in 0..<2 { try drinks(&phone) }
    link.exchange(&phone, with: &server, now: now)
    _ = try mothers.commit(
      .removeMember(World.father), author: World.mother, day: World.firstDay,
      zone: .utc, now: now
    ).get()
    link.exchange(&mothers, with: &server, now: now)
    // This one is too late, and returns to the user.
    try drinks(&phone)
    link.exchange(&phone, with: &server, now: now)
    let (revocation, toldThen) = (phone.revocation, phone.rejectedCount)
    #expect(revocation == .memberRemoved && toldThen == 1)
    if isLost {
      // A server that has lost everything but its members.
      server = Server(settings: Fleet.settings)
      _ = server.open(Scope(state: World.founded()))
      for member in [World.mother, World.father] {
        _ = server.register(scope: scope, member: member)
      }
      _ = server.replay(.incarnation(1))
    }
    for _ in 0..<3 { link.exchange(&phone, with: &server, now: now) }
    let (permanentlyLost, rejections) = (phone.permanentlyLost, phone.rejectedCount)
    #expect(permanentlyLost == (isLost ? 1...2 : nil))
    #expect(rejections == 1)
  }

  @Test("a replica from before two failovers reuses no number that was assigned in between")
  func numbers() {
    var given: Set<UInt32> = []
    /// A server that fails over to a replica with nothing but the scope.
    func restarted(as incarnation: UInt32) -> Server {
      var server = Server(settings: Fleet.settings)
      _ = server.open(Scope(state: World.founded()))
      let isPossible = server.replay(.incarnation(incarnation))
      #expect(isPossible)
      return server
    }
    for incarnation in 1...3 as ClosedRange<UInt32> {
      var server = restarted(as: incarnation)
      for _ in 0..<20 {
        let number = server.register(scope: 0, member: World.mother)
        #expect(given.insert(number).inserted)
      }
    }
    // And an install that returns with a number assigned in between keeps it.
    var server = restarted(as: 4)
    for number in given {
      let again = server.register(scope: 0, member: World.mother, claiming: number)
      #expect(again == number)
    }
  }
}
