import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

/// Two groups on a server with a journal, and newcomers to them.
private final class Doors {
  final class Phone {
    var replica: Replica<MemoryReplicaStorage>

    init(_ replica: consuming Replica<MemoryReplicaStorage>) { self.replica = replica }

    var refusals: [Refusal] { replica.rejections.map(\.reason) }
    var pendingCount: Int { replica.store.pendingCount }
  }

  let log = SimulatedServerStorage.Log()
  var server: DurableServer<SimulatedServerStorage>
  let groups: [UInt32]
  private var now = Town.monday.noon
  private var request = Request()
  private var response = Response()

  init() throws {
    server = try DurableServer.open(SimulatedServerStorage(on: log), settings: Fleet.settings)
    groups = [
      try server.open(ScopeGenesis(of: .emptyGroup(openedOn: Town.monday))),
      try server.open(ScopeGenesis(of: .emptyGroup(openedOn: Town.monday))),
    ]
  }

  static func code(of group: UInt32) -> GroupCode {
    GroupCode(0x51A7_0C3E_9B44_D2F8 + UInt64(group))
  }

  /// The phone of an account that has opened the invitation to a group.
  func phone(of account: AccountHandle, at group: UInt32) throws -> Phone {
    let site = try server.register(scope: group, member: .newcomer, account: account)
    return Phone(
      Replica(
        site: site, scope: group,
        state: ScopeState(members: FlatArray(), firstDay: Town.monday.adding(days: -7))))
  }

  /// A newcomer to a group.
  func newcomer(at group: UInt32) throws -> Phone { try phone(of: server.openAccount(), at: group) }

  func submits(_ phone: Phone, _ command: Command) throws {
    _ = try phone.replica.commit(
      command, author: .newcomer, day: Town.monday, zone: .utc, now: now
    ).get()
  }

  func founds(_ phone: Phone) throws {
    let code = Self.code(of: phone.replica.scope)
    try submits(phone, .foundGroup(named: TextHandle(7), code: code, as: TextHandle(100)))
    try exchange(phone)
  }

  func exchange(_ phone: Phone, isLost: Bool = false) throws {
    now += Span.second
    phone.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
    try server.respond(request, now: now, into: &response) { _, _ in }
    if !isLost { _ = phone.replica.apply(response) }
  }

  func restarts() throws {
    server = try DurableServer.open(SimulatedServerStorage(on: log), settings: Fleet.settings)
  }
}

@Suite("A server that restarts from its journal")
struct RestartTests {
  private static func journal(of log: Fleet.Log) throws -> [JournalEntry] {
    var entries: [JournalEntry] = []
    var storage = SimulatedServerStorage(on: log)
    try storage.forEach { entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  /// Why a journal is not opened, or nil if it is.
  private static func failure(of entries: [JournalEntry]) throws -> StorageError? {
    let log = Fleet.Log()
    var storage = SimulatedServerStorage(on: log)
    try storage.begin()
    for entry in entries { try storage.append(entry) }
    try storage.commit()
    do throws(StorageError) {
      _ = try DurableServer.open(SimulatedServerStorage(on: log), settings: Fleet.settings)
      return nil
    } catch {
      return error
    }
  }

  @Test("is not opened from a journal whose replay differs")
  func contradiction() throws {
    let fleet = try Fleet()
    for phone in fleet.phones.indices { try fleet.drinks(phone) }
    try fleet.settle()
    let entries = try Self.journal(of: fleet.log)
    let whole = try Self.failure(of: entries)
    #expect(whole == nil)
    let larger = WaterAmount(tenthOunces: 90, source: .glass, minuteOfDay: 600)
    var rows = 0
    for (place, entry) in entries.enumerated() {
      guard case .row(var row, let scope, let position, let unknown) = entry else { continue }
      row.operation.fact.payload = Command.logWater(for: World.mother, larger).payload
      var changed = entries
      changed[place] = .row(row, scope: scope, position: position, unknown: unknown)
      let another = try Self.failure(of: changed)
      changed.remove(at: place)
      let missing = try Self.failure(of: changed)
      #expect(another == .damaged(.journal))
      // The last of them is missed by no other entry.
      rows += 1
      if rows < 3 { #expect(missing == .damaged(.journal)) }
    }
    #expect(rows == 3)
  }

  @Test("responds to nothing after its journal has failed, until it is opened again")
  func failed() throws {
    let fleet = try Fleet()
    try fleet.drinks(0)
    let full = Fleet.Log(
      fleet.log, transactions: fleet.founded, fault: StorageFault(.isFull, atCall: 2))
    fleet.log = full
    fleet.server = try DurableServer.open(
      SimulatedServerStorage(on: full), settings: Fleet.settings)
    #expect(throws: StorageError.full) { try fleet.exchange(0) }
    // Its decision is in no journal, so no one may learn of it.
    #expect(throws: StorageError.full) { try fleet.exchange(1) }
    #expect(throws: StorageError.full) { _ = try fleet.server.openAccount() }
    #expect(fleet.phones[0].pending.count == 1 && Int(full.revision) == fleet.founded)
    fleet.server = try DurableServer.open(
      SimulatedServerStorage(on: full), settings: Fleet.settings)
    try fleet.settle()
    #expect(fleet.phones[0].pending.isEmpty && fleet.feed.count == 1)
  }

  @Test("GRP-3: reports earlier rejections to newcomers")
  func refusedAtTheDoor() throws {
    let doors = try Doors()
    try doors.founds(doors.newcomer(at: doors.groups[0]))
    let late = try doors.newcomer(at: doors.groups[0])
    try doors.submits(late, .joinGroup(code: GroupCode(5), as: TextHandle(101)))
    try doors.exchange(late, isLost: true)
    try doors.restarts()
    for _ in 0..<2 { try doors.exchange(late) }
    #expect(late.refusals == [.groupInvitationUnknown] && late.pendingCount == 0)
    // And admits them with the right code.
    let code = Doors.code(of: doors.groups[0])
    try doors.submits(late, .joinGroup(code: code, as: TextHandle(101)))
    try doors.exchange(late)
    let members = doors.server.core.scopes[Int(doors.groups[0])].state.memberCount
    #expect(late.refusals.count == 1 && late.pendingCount == 0 && members == 2)
  }

  @Test("OFF-3, P22: a newcomer's replica that gets another number begins again in its storage")
  func newcomerRenumbered() throws {
    let doors = try Doors()
    try doors.founds(doors.newcomer(at: doors.groups[0]))
    let account = try doors.server.openAccount()
    let site = try doors.server.register(
      scope: doors.groups[0], member: .newcomer, account: account)
    let medium = SimulatedReplicaStorage.Log()
    var replica = try Replica(
      site: site, scope: doors.groups[0],
      genesis: ScopeGenesis(firstDay: Town.monday.adding(days: -7)),
      storage: SimulatedReplicaStorage(on: medium))
    _ = try replica.commit(
      .joinGroup(code: GroupCode(5), as: TextHandle(101)), author: .newcomer, day: Town.monday,
      zone: .utc, now: Town.monday.noon
    ).get()
    var request = Request()
    var response = Response()
    replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
    try doors.server.respond(request, now: Town.monday.noon + Span.second, into: &response) {
      _, _ in
    }
    _ = try replica.apply(response)
    let counted = replica.store.position
    #expect(counted == 1)
    try replica.register(as: site + 9)
    // What it had counted were its own rejections, under the former number.
    let again = try Replica.open(SimulatedReplicaStorage(on: medium))
    let (position, found) = (again.store.position, again.site)
    #expect(position == 0 && found == site + 9)
    #expect(again.rejections.map(\.reason) == [.groupInvitationUnknown])
  }

  @Test("GRP-1: still knows who is in a group, and admits no one to a second")
  func oneGroup() throws {
    let doors = try Doors()
    for group in doors.groups { try doors.founds(doors.newcomer(at: group)) }
    let account = try doors.server.openAccount()
    for group in doors.groups {
      let phone = try doors.phone(of: account, at: group)
      try doors.submits(phone, .joinGroup(code: Doors.code(of: group), as: TextHandle(101)))
      try doors.exchange(phone)
      #expect(phone.refusals == (group == doors.groups[0] ? [] : [.alreadyInGroup]))
      try doors.restarts()
    }
  }
}
