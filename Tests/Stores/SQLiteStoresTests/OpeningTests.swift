import Base
import CSQLite
import DomainCore
import Foundation
import SimulatedDisk
import SyncCore
import TestKit
import Testing

@testable import SQLiteStores

@Suite("Opening a storage")
struct OpeningTests {
  let home = Household()

  /// Runs statements on a database as another program would.
  private func run(_ sql: String, on place: StorePlace) throws {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    try #require(sqlite3_open_v2(place.database, &connection, flags, place.fileSystem) == 0)
    defer { sqlite3_close_v2(connection) }
    try #require(sqlite3_exec(connection, sql, nil, nil, nil) == 0)
  }

  private func expectSentence(_ place: StorePlace, _ expected: String) {
    var sentence = ""
    do throws(StoreOpeningError) {
      _ = try SQLiteReplicaStorage(at: place)
    } catch {
      sentence = "\(error)"
    }
    #expect(sentence == expected)
  }

  @Test("says in a sentence that a later version of the app has written the file")
  func newer() throws {
    let place = home.place(home.drive())
    _ = try home.found(at: place, site: 0)
    try run("PRAGMA user_version = 9", on: place)
    expectSentence(
      place,
      "A later version of the app has written “phone/replica.db” (its layout is 9, and this "
        + "version knows up to 1); install that version.")
  }

  @Test("says in a sentence that the file belongs to another program, and leaves it as it was")
  func other() throws {
    let sentence =
      "The file “phone/replica.db” belongs to another program, or is not a storage of this kind."
    let drive = home.drive()
    let place = home.place(drive)
    try run("CREATE TABLE song(title)", on: place)
    let before = drive.bytes(of: "replica.db")
    expectSentence(place, sentence)
    drive.put(Array(repeating: 0x41, count: 5_000), into: "replica.db")
    expectSentence(place, sentence)
    drive.put(before, into: "replica.db")
    expectSentence(place, sentence)
    #expect(drive.bytes(of: "replica.db") == before)
  }

  @Test("says in a sentence that there is no such folder")
  func folder() throws {
    expectSentence(
      StorePlace(database: "/nowhere/replica.db"),
      "The storage “/nowhere/replica.db” cannot be opened for writing; check that its folder "
        + "exists and that this program may write there.")
  }

  @Test("says in a sentence that the disk cannot be written", .enabled(if: SmallDisk.isPossible))
  func readOnly() throws {
    let small = try SmallDisk()
    let place = StorePlace(database: "\(small.path)/replica.db")
    _ = try home.found(at: place, site: 0)
    try small.makeReadOnly()
    expectSentence(
      place,
      "The storage “\(place.database)” cannot be opened for writing; check that its folder exists "
        + "and that this program may write there.")
  }

  @Test("says in a sentence that another process is still making it")
  func atOnce() throws {
    let place = home.place(home.drive())
    let lock = try #require(try SideFile(place.lock, .lock, fileSystem: place.fileSystem))
    try #require(lock.share())
    try lock.lock(patienceMilliseconds: 0)
    expectSentence(
      place,
      "The storage “phone/replica.db” cannot be opened: Another process is still saving; try "
        + "again.")
    lock.unlock()
    _ = try SQLiteReplicaStorage(at: place)
  }

  @Test("P1: an app and its widget that find it empty at once keep what the first one saves")
  func emptyForBoth() throws {
    let place = home.place(home.drive())
    let site = home.register(Household.mother)
    // Both have opened it before either makes a replica.
    let second = try SQLiteReplicaStorage(at: place)
    var phone = try home.found(at: place, site: site)
    try home.drink(&phone)
    var refused: StorageError?
    do throws(StorageError) {
      _ = try Replica(site: site, scope: 0, genesis: Household.genesis, storage: second)
    } catch {
      refused = error
    }
    #expect(refused == .occupied)
    #expect(Contents(try home.opened(at: place)).pending.map(\.sequence) == [1])
    try home.drink(&phone)
  }

  @Test("by two processes at once makes one storage", arguments: 1...40)
  func interleaved(call: Int) throws {
    let drive = home.drive()
    let place = home.place(drive)
    var calls = 0
    var other: RecordFile?
    var problem: StoreOpeningError?
    // The other process starts in the middle of the first one's opening.
    drive.observe = { _, _ in
      calls += 1
      guard calls == call else { return }
      do throws(StoreOpeningError) {
        other = try RecordFile(place, .replica)
      } catch {
        problem = error
      }
    }
    var app = try home.found(at: place, site: 0)
    let isBusy = problem == .storage(.busy, path: place.database)
    // Before the lock it comes first; behind it, it waits for longer than it has patience.
    #expect((other != nil) != isBusy && calls > call)
    try home.drink(&app)
    let again = try home.opened(at: place)
    let pending = again.store.pendingCount
    #expect(pending == 1)
  }

  /// A later layout: every record is written again, with something beside it.
  private static let second: @Sendable (Connection) throws(StorageError) -> Void = {
    (connection) throws(StorageError) in
    try connection.run("ALTER TABLE record ADD COLUMN seen INTEGER")
    try connection.run("UPDATE record SET seen = key + 1")
  }

  /// A still later one, which moves that to a table of its own.
  private static let third: @Sendable (Connection) throws(StorageError) -> Void = {
    (connection) throws(StorageError) in
    try connection.run("CREATE TABLE extra AS SELECT key, seen FROM record")
    try connection.run("ALTER TABLE record DROP COLUMN seen")
  }

  @Test("changes an earlier layout into the current one, or leaves it, at any crash")
  func migration() throws {
    let next = StoreLayout(
      application: StoreLayout.replica.application,
      steps: StoreLayout.replica.steps + [Self.second, Self.third], isSalvaged: true)
    let drive = home.drive()
    let place = home.place(drive)
    var phone = try home.found(at: place, site: 0)
    for _ in 0..<20 { try home.drink(&phone) }
    let expected = Contents(phone)
    let spare = home.disk.makeDrive("spare", number: 4)
    let count = DiskTrigger()
    spare.become(drive)
    spare.trigger = count
    _ = try RecordFile(home.place(spare), next)
    var found: [Int64: Int] = [:]
    for call in 1...count.calls {
      spare.trigger = nil
      spare.become(drive)
      spare.begin(step: UInt32(call))
      spare.trigger = DiskTrigger(.powerCut, atCall: call)
      // An interruption during a checkpoint may go unnoticed, as it may in life.
      _ = try? RecordFile(home.place(spare), next)
      spare.trigger = nil
      spare.restart()
      spare.cutPower()
      let connection = try Connection("spare/replica.db", fileSystem: home.disk.name)
      found[try connection.number("PRAGMA user_version"), default: 0] += 1
      let again = try RecordFile(home.place(spare), next)
      let version = try again.connection.number("PRAGMA user_version")
      let extra = try again.connection.number("SELECT count(*) FROM extra")
      let storage = try SQLiteReplicaStorage(at: home.place(spare), next)
      let replica = try Replica.open(storage)
      #expect(version == 3 && extra > 20 && Contents(replica) == expected)
    }
    #expect(Set(found.keys) == [1, 2, 3])
  }

  @Test("writes nothing behind a log that a crash has cut off")
  func log() throws {
    let drive = home.drive()
    let place = home.place(drive)
    var phone = try home.found(at: place, site: 0)
    for _ in 0..<5 { try home.drink(&phone) }
    drive.cutPower()
    var writes: [String: Int] = [:]
    drive.observe = { call, name in if call == .write { writes[name, default: 0] += 1 } }
    _ = try home.opened(at: place)
    // The log is only copied back into the database.
    #expect(writes.keys.sorted() == ["replica.db"])
    writes = [:]
    _ = try home.opened(at: place)
    #expect(writes.isEmpty)
  }

  @Test("OFF-3: recognizes a copied file, and one that came back from a backup")
  func copies() throws {
    let drive = home.drive()
    let place = home.place(drive)
    let install = try InstallFile.nonce(at: place) { 77 }
    let site = home.register(Household.mother, install: install)
    var phone = try home.found(at: place, site: site, install: install)
    try home.drink(&phone)
    let copies = ["replica.db", "replica.db-wal"].map { ($0, drive.bytes(of: $0)) }
    // Another phone gets the database, and not what lies beside it.
    let second = home.disk.makeDrive("second", number: 2)
    for (name, bytes) in copies { second.put(bytes, into: name) }
    let there = home.place(second)
    let other = try InstallFile.nonce(at: there) { 78 }
    let clone = try home.opened(at: there, as: other)
    let isForeign = clone.isForeign
    #expect(isForeign && other != install)
    // The same phone gets it back later: the mark knows of more.
    try home.drink(&phone)
    for (name, bytes) in copies { drive.put(bytes, into: name) }
    let isSame = try InstallFile.nonce(at: place) { 79 } == install
    #expect(isSame)
    #expect(throws: StoreOpeningError.storage(.damaged(.end), path: place.database)) {
      _ = try home.opened(at: place, as: install)
    }
    // Both are gone, and the mark is not.
    for (name, _) in copies { drive.remove(name) }
    #expect(throws: StoreOpeningError.storage(.damaged(.end), path: place.database)) {
      _ = try home.opened(at: place, as: install)
    }
  }

  @Test("OFF-3: a changed identity is none, so a new one is drawn")
  func identity() throws {
    let drive = home.drive()
    let place = home.place(drive)
    let first = try InstallFile.nonce(at: place) { 5 }
    let count = drive.bytes(of: "replica.install").count
    for bit in 0..<count * 8 {
      drive.flip(bit: bit, of: "replica.install")
      #expect(try InstallFile.read(at: place) == nil)
      drive.flip(bit: bit, of: "replica.install")
    }
    #expect(try InstallFile.read(at: place) == first)
    drive.flip(bit: 70, of: "replica.install")
    #expect(try InstallFile.nonce(at: place) { 6 } == InstallNonce(raw: 6))
  }
}
