import Base
import Chronology
import DomainCore
import SimulatedDisk
import SyncCore
import TestKit

@testable import SQLiteStores

/// A family of two with a server, whose phones have their storages on simulated drives.
final class Household {
  static let firstDay = LocalDay(year: 2026, month: 3, day: 2)
  static let today = LocalDay(year: 2026, month: 3, day: 3)
  static let mother = MemberHandle(0)
  static let father = MemberHandle(1)

  var server = Server(settings: ServerSettings(clockSkewBoundMilliseconds: 5 * Span.minute))
  var link = PerfectLink()
  var now = today.at(hour: 8)
  let disk: Disk
  private var names = NameTable()

  init(seed: UInt64 = 1) {
    disk = Disk(seed: seed)
    _ = server.open(Scope(state: Self.genesis.founded()))
  }

  static var genesis: ScopeGenesis {
    ScopeGenesis(
      of: ScopeState(founders: [.parent, .parent], firstDay: firstDay))
  }

  func place(_ drive: Drive, _ name: String = "replica") -> StorePlace {
    StorePlace(
      database: "\(drive.name)/\(name).db", beside: "\(drive.name)/\(name)",
      fileSystem: disk.name, patienceMilliseconds: 3)
  }

  func drive(_ name: String = "phone", number: UInt32 = 1) -> Drive {
    disk.makeDrive(name, number: number)
  }

  func register(_ member: MemberHandle, install: InstallNonce = .none) -> UInt32 {
    server.register(scope: 0, member: member, install: install)
  }

  /// A new install's replica.
  func found(
    at place: StorePlace, site: UInt32, install: InstallNonce = .none
  ) throws -> Replica<SQLiteReplicaStorage> {
    try Replica(
      site: site, scope: 0, genesis: Self.genesis, storage: SQLiteReplicaStorage(at: place),
      install: install)
  }

  func opened(
    at place: StorePlace, as install: InstallNonce? = nil
  ) throws -> Replica<SQLiteReplicaStorage> {
    try Replica.open(SQLiteReplicaStorage(at: place), as: install)
  }

  func name(_ text: String) -> HabitName { names.habitName(text) }

  @discardableResult
  func submit<Storage: ReplicaStorage & ~Copyable>(
    _ commands: [Command], to replica: inout Replica<Storage>, by author: MemberHandle = mother
  ) throws -> Operation {
    now = now + Span.second
    return try replica.commit(
      commands, author: author, day: Self.today, zone: .utc, now: now
    ).get()
  }

  func drink<Storage: ReplicaStorage & ~Copyable>(
    _ replica: inout Replica<Storage>, by author: MemberHandle = mother
  ) throws {
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    try submit([.logWater(for: author, glass)], to: &replica, by: author)
  }

  @discardableResult
  func exchange<Storage: ReplicaStorage & ~Copyable>(
    _ replica: inout Replica<Storage>
  ) throws -> ApplyResult {
    now = now + Span.second
    return try link.exchange(&replica, with: &server, now: now)
  }

  /// Everything that a storage can be asked to do: taps, a transaction, confirmed and rejected
  /// operations, rows of others, a rewritten feed.
  func lives<Storage: ReplicaStorage & ~Copyable>(
    _ replica: inout Replica<Storage>, _ check: (borrowing Replica<Storage>) throws -> Void
  ) throws {
    var tablet = Replica(
      site: register(Self.father), scope: 0, state: Self.genesis.founded())
    let habit = Entity(site: replica.site, sequence: 1)
    try submit(
      [.createHabit(for: Self.mother, name: name("a"), category: .empty, icon: 0, rank: 0)],
      to: &replica)
    try check(replica)
    try exchange(&replica)
    try check(replica)
    try exchange(&tablet)
    try submit([.deleteHabit(habit, of: Self.mother)], to: &tablet, by: Self.father)
    for _ in 0..<3 { try drink(&tablet, by: Self.father) }
    try exchange(&tablet)
    for number in 0..<4 {
      try submit([.renameHabit(habit, of: Self.mother, to: name("b\(number)"))], to: &replica)
      try check(replica)
    }
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    try submit([Command](repeating: .logWater(for: Self.mother, glass), count: 3), to: &replica)
    try check(replica)
    try exchange(&replica)
    try check(replica)
    try drink(&replica)
    server.erase(Self.father, from: 0, now: now)
    try exchange(&replica)
    try check(replica)
    for _ in 0..<3 { try drink(&replica) }
    try check(replica)
  }
}

/// What a replica has, to be compared.
struct Contents: Equatable {
  var head: ReplicaHead
  var digest: Digest128
  var pending: [Operation]
  var rejected: [FeedRow]

  init<Storage: ReplicaStorage & ~Copyable>(_ replica: borrowing Replica<Storage>) {
    head = replica.store.head
    digest = replica.store.state.digest
    pending = (0..<replica.store.pendingCount).map { replica.store.pending($0) }
    rejected = (0..<replica.rejectedCount).map { replica.rejected($0) }
  }
}
