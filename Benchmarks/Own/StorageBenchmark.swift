import Base
import CSQLite
import Chronology
import DomainCore
import Foundation
import SQLiteStores
import SimulatedDisk
import SyncCore

/// Transactions a second of one core: taps through a replica's storage, and bare SQLite with the
/// same statements and records of the same size.
struct StorageBenchmark {
  /// How many taps wait before an exchange removes them.
  private static let outboxMax: UInt32 = 200
  private static let transactions: UInt32 = 100_000
  private static let runs = 5

  struct Row {
    var what: String
    var perSecond: Double
  }

  func run() throws -> [Row] {
    [
      Row(what: "storage on the simulated disk", perSecond: try best { try storage() }),
      Row(
        what: "bare SQLite on the simulated disk",
        perSecond: try best {
          let disk = Disk()
          disk.makeDrive("phone", number: 1)
          return try bare("phone/bare.db", disk.name)
        }),
      Row(what: "bare SQLite in memory", perSecond: try best { try bare(":memory:", nil) }),
    ]
  }

  /// The best of several runs, by the time of the processor.
  private func best(_ run: () throws -> Double) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<Self.runs { least = min(least, try run()) }
    return Double(Self.transactions) / least
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func operation(_ sequence: UInt32) -> SyncCore.Operation {
    let me = MemberHandle(0)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    let fact = Fact(
      command: .logWater(for: me, glass),
      version: Version(stamp: 0x0198_0000_0000_0000 + UInt64(sequence) << 16, site: 7),
      sequence: sequence, author: me, day: LocalDay(year: 2026, month: 3, day: 3), zone: .utc)
    return SyncCore.Operation(fact: fact, basis: sequence / 2, scope: 3, followers: 0)
  }

  private func storage() throws -> Double {
    let disk = Disk()
    disk.makeDrive("phone", number: 1)
    var storage = try SQLiteReplicaStorage(
      at: StorePlace(database: "phone/replica.db", fileSystem: disk.name))
    var head = ReplicaHead(site: 7, scope: 3, install: InstallNonce(raw: 0x1234_5678_9ABC_DEF0))
    try storage.transaction { (storage) throws(StorageError) in
      try storage.restart(from: ScopeGenesis(firstDay: LocalDay(year: 2026, month: 3, day: 2)))
      try storage.write(head)
    }
    let unknown = UnknownFields()
    let start = Self.seconds()
    for sequence in 1...Self.transactions {
      head.sequence = sequence
      try storage.begin()
      if sequence % Self.outboxMax == 0 {
        try storage.removePending(through: sequence - 1)
        head.position = sequence
      }
      try storage.append(pending: Self.operation(sequence), unknown: unknown)
      try storage.write(head)
      try storage.commit()
    }
    return Self.seconds() - start
  }

  private struct Failure: Error {
    var code: Int32
  }

  /// The same statements, with records that are ready.
  private func bare(_ path: String, _ fileSystem: String?) throws -> Double {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    try check(sqlite3_open_v2(path, &connection, flags, fileSystem))
    defer { sqlite3_close_v2(connection) }
    try check(
      sqlite3_exec(
        connection,
        """
        PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 1000;
        CREATE TABLE record(key INTEGER PRIMARY KEY, sum INTEGER, bytes BLOB)
        """, nil, nil, nil))
    func prepared(_ sql: String) throws -> OpaquePointer? {
      var statement: OpaquePointer?
      try check(
        sqlite3_prepare_v3(
          connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
      return statement
    }
    let begin = try prepared("BEGIN IMMEDIATE")
    let put = try prepared("INSERT OR REPLACE INTO record VALUES(?1, ?2, ?3)")
    let remove = try prepared("DELETE FROM record WHERE key BETWEEN ?1 AND ?2")
    let commit = try prepared("COMMIT")
    defer { for statement in [begin, put, remove, commit] { sqlite3_finalize(statement) } }
    func run(_ statement: OpaquePointer?) throws {
      let code = sqlite3_step(statement)
      sqlite3_reset(statement)
      if code != SQLITE_DONE { throw Failure(code: code) }
    }
    let record = [UInt8](repeating: 0x5A, count: 68)
    let head = [UInt8](repeating: 0xA5, count: 150)
    func write(_ key: Int64, _ bytes: [UInt8]) throws {
      sqlite3_bind_int64(put, 1, key)
      sqlite3_bind_int64(put, 2, Int64.max - key)
      sqlite3_bind_blob(put, 3, bytes, Int32(bytes.count), nil)
      try run(put)
    }
    let start = Self.seconds()
    for sequence in 1...Int64(Self.transactions) {
      try run(begin)
      if sequence % Int64(Self.outboxMax) == 0 {
        sqlite3_bind_int64(remove, 1, 0)
        sqlite3_bind_int64(remove, 2, sequence - 1)
        try run(remove)
      }
      try write(sequence, record)
      try write(1 << 50, head)
      try run(commit)
    }
    return Self.seconds() - start
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw Failure(code: code) }
  }
}
