import Base
import Chronology
import DomainCore
import PostgreSQLStores
import PostgreSQLTestKit
import SyncCore
import Testing

@Suite(
  "A journal in PostgreSQL", .serialized,
  .enabled(if: PostgreSQLCluster.isPossible, "PostgreSQL is not installed"))
struct JournalTests {
  private static let entries: [JournalEntry] = [
    .accountOpened(.person), .accountOpened(.coach), .carrier([1, 2, 3]),
    .tokenRegistered(DeviceToken(7), AccountHandle(0)),
  ]

  /// A clock that the test sets.
  private final class Clock {
    var seconds: Int64 = 0
    func read() -> Int64 { seconds * 1_000_000_000 }
  }

  private static func writer(
    _ cluster: PostgreSQLCluster, _ clock: Clock = Clock()
  ) throws -> PostgreSQLWriter {
    try PostgreSQLWriter(cluster.parameters, patienceSeconds: 4, clock: clock.read)
  }

  private static func storage(
    _ writer: PostgreSQLWriter, pause: @escaping () -> Bool = { false }
  ) -> PostgreSQLServerStorage {
    PostgreSQLServerStorage(writer, pause: pause)
  }

  private static func read(_ storage: inout PostgreSQLServerStorage) throws -> [JournalEntry] {
    var found: [JournalEntry] = []
    try storage.forEach {
      found.append($0)
      return true
    }
    return found
  }

  private static func write(
    _ entries: [JournalEntry], to storage: inout PostgreSQLServerStorage
  ) throws {
    try storage.begin()
    for entry in entries { try storage.append(entry) }
    try storage.commit()
  }

  @Test("what was committed is there for the next process, in its order")
  func committed() throws {
    let cluster = try PostgreSQLCluster()
    do {
      var storage = Self.storage(try Self.writer(cluster))
      #expect(try Self.read(&storage).isEmpty)
      try Self.write(Array(Self.entries[..<3]), to: &storage)
      try storage.begin()
      try storage.append(Self.entries[0])
      storage.rollBack()
      try Self.write([Self.entries[3]], to: &storage)
    }
    try cluster.restart()
    var storage = Self.storage(try Self.writer(cluster))
    #expect(try Self.read(&storage) == Self.entries)
  }

  @Test("a writer that was replaced cannot write, and does not claim that it may be read")
  func fencing() throws {
    let cluster = try PostgreSQLCluster()
    let (clock, other) = (Clock(), Clock())
    let writer = try Self.writer(cluster, clock)
    var storage = Self.storage(writer)
    _ = try Self.read(&storage)
    try Self.write([Self.entries[0]], to: &storage)
    #expect(writer.mayServe)
    // The writer is silent: its process does not run, but for the clock.
    clock.seconds = 3
    #expect(!writer.mayServe)
    let next = try Self.writer(cluster, other)
    var standby = Self.storage(next) {
      other.seconds += 1
      return other.seconds < 20
    }
    #expect(next.standing == .standingBy)
    #expect(try Self.read(&standby) == [Self.entries[0]])
    #expect(next.standing == .writing && other.seconds > 4)
    try Self.write([Self.entries[1]], to: &standby)
    #expect(throws: StorageError.stopped) { try writer.beat() }
    try storage.begin()
    try storage.append(Self.entries[2])
    #expect(throws: StorageError.stopped) { try storage.commit() }
    var last = Self.storage(try Self.writer(cluster))
    #expect(throws: StorageError.unavailable) { _ = try Self.read(&last) }
  }

  @Test("a stand-by follows a writer that beats, and does not replace it")
  func following() throws {
    let cluster = try PostgreSQLCluster()
    let (clock, other) = (Clock(), Clock())
    let writer = try Self.writer(cluster, clock)
    var storage = Self.storage(writer)
    _ = try Self.read(&storage)
    try Self.write([Self.entries[0]], to: &storage)
    var (beats, seen) = (0, 0)
    let standbyWriter = try PostgreSQLWriter(
      cluster.parameters, patienceSeconds: 4, clock: other.read)
    var standby = PostgreSQLServerStorage(standbyWriter) {
      other.seconds += 2
      clock.seconds += 2
      do { try writer.beat() } catch { return false }
      beats += 1
      return beats < 10
    }
    #expect(throws: StorageError.unavailable) {
      try standby.forEach { _ in
        seen += 1
        return true
      }
    }
    #expect(beats == 10 && seen == 1 && standbyWriter.standing == .standingBy)
    try Self.write([Self.entries[1]], to: &storage)
  }

  @Test("P27: erased fields are gone from the journal")
  func erasure() throws {
    let cluster = try PostgreSQLCluster()
    var storage = Self.storage(try Self.writer(cluster))
    _ = try Self.read(&storage)
    let row = FeedRow(
      operation: Operation(
        fact: Fact(
          command: Command(.habitDeleted, subject: MemberHandle(0)),
          version: Version(stamp: 1, site: 0), sequence: 1, author: MemberHandle(0),
          day: LocalDay(number: 20_000), zone: .utc), basis: 0, scope: 0, followers: 0),
      verdict: Verdict(.ownerDeleted), digest: .zero, committed: Instant(milliseconds: 1))
    let full = JournalEntry.row(row, scope: 0, position: 0, unknown: [0xA2, 0x06, 1, 65])
    try Self.write([full, Self.entries[0]], to: &storage)
    try storage.begin()
    try storage.append(Self.entries[1])
    try storage.erase([.row(scope: 0, position: 0)])
    try storage.commit()
    let observer = try Self.writer(cluster)
    var again = Self.storage(observer)
    // The first one still has the right to write; what is there is handed over all the same.
    var found: [JournalEntry] = []
    #expect(throws: StorageError.unavailable) {
      try again.forEach {
        found.append($0)
        return true
      }
    }
    #expect(found == [full.erased([.row(scope: 0, position: 0)])] + Self.entries[..<2])
    #expect(found[0] != full)
  }
}
