import Base
public import SyncCore

/// A server's journal in PostgreSQL, which one process at a time may write.
///
/// To read it is to stand by: entries are handed over as they come, and reading ends when this
/// process has the right to write and has read everything. So a stand-by has folded the journal
/// when it takes over.
public struct PostgreSQLServerStorage: ServerStorage, ~Copyable {
  /// Stopped, or damaged.
  public typealias Failure = StorageError

  private let writer: PostgreSQLWriter
  /// Waits a moment while it stands by; returns false to give up.
  private let pause: () -> Bool
  private var messages = WireWriter()
  private var count: Int64 = 0
  private var entries: [JournalEntry] = []
  private var erased: Set<JournalFields> = []

  /// How many entries one query reads.
  private static let entriesPerQuery = 5_000

  public init(_ writer: PostgreSQLWriter, pause: @escaping () -> Bool) {
    self.writer = writer
    self.pause = pause
  }

  // MARK: Reading

  public mutating func forEach(_ body: (JournalEntry) -> Bool) throws(StorageError) {
    var isLast = writer.standing == .writing
    var goesOn = true
    while goesOn {
      let before = count
      try readSome { entry in
        goesOn = body(entry)
        return goesOn
      }
      if count > before { continue }
      if isLast { return }
      // What was written before the right was taken is read once more.
      if try writer.tryToLead() {
        isLast = true
      } else if !pause() {
        throw .unavailable
      }
    }
  }

  private mutating func readSome(_ body: (JournalEntry) -> Bool) throws(StorageError) {
    var goesOn = true
    var next = count
    try writer.connection.read(
      "SELECT number, bytes FROM shakeout_journal WHERE number >= $1::bigint ORDER BY number "
        + "LIMIT \(Self.entriesPerQuery)", [.number(count)]
    ) { (number, bytes) throws(StorageError) in
      guard goesOn else { return }
      guard number == next else { throw .damaged(.journal) }
      goesOn = body(try Self.entry(bytes))
      next += 1
    }
    count = next
  }

  private static func entry(_ bytes: UnsafeBufferPointer<UInt8>) throws(StorageError)
    -> JournalEntry
  {
    do throws(WireError) { return try StoredRecord.entry(bytes) } catch { throw .damaged(.record) }
  }

  // MARK: Writing

  public mutating func begin() throws(StorageError) {
    entries.removeAll(keepingCapacity: true)
    erased.removeAll()
  }

  public mutating func append(_ entry: JournalEntry) throws(StorageError) { entries.append(entry) }

  public mutating func erase(_ fields: [JournalFields]) throws(StorageError) {
    erased.formUnion(fields)
  }

  public mutating func commit() throws(StorageError) {
    var statements: [(text: String, arguments: [PostgreSQLConnection.Argument])] = []
    for (place, entry) in entries.enumerated() {
      statements.append(
        (
          "INSERT INTO shakeout_journal VALUES ($1::bigint, $2::bytea)",
          [.number(count + Int64(place)), .bytes(bytes(of: entry.erased(erased)))]
        ))
    }
    if !erased.isEmpty { statements += try erasures() }
    try writer.transact(statements)
    count += Int64(entries.count)
    // P27: the former versions of the rows go from the files of the tables, too.
    if !erased.isEmpty { try writer.connection.run("VACUUM shakeout_journal") }
  }

  public mutating func rollBack() {
    entries.removeAll(keepingCapacity: true)
    erased.removeAll()
  }

  /// What empties the fields beside entries. O(entries): it comes with an erasure of a person.
  private mutating func erasures() throws(StorageError) -> [(
    text: String, arguments: [PostgreSQLConnection.Argument]
  )] {
    var changed: [(number: Int64, entry: JournalEntry)] = []
    var first: Int64 = 0
    while first < count {
      try writer.connection.read(
        "SELECT number, bytes FROM shakeout_journal WHERE number >= $1::bigint ORDER BY number "
          + "LIMIT \(Self.entriesPerQuery)", [.number(first)]
      ) { (number, bytes) throws(StorageError) in
        let entry = try Self.entry(bytes)
        if entry.erased(erased) != entry { changed.append((number, entry.erased(erased))) }
      }
      first += Int64(Self.entriesPerQuery)
    }
    var statements: [(text: String, arguments: [PostgreSQLConnection.Argument])] = []
    for (number, entry) in changed {
      statements.append(
        (
          "UPDATE shakeout_journal SET bytes = $2::bytea WHERE number = $1::bigint",
          [.number(number), .bytes(bytes(of: entry))]
        ))
    }
    return statements
  }

  private mutating func bytes(of entry: JournalEntry) -> [UInt8] {
    messages.writeRecord(entry)
    return messages.bytes.withElements { Array($0) }
  }
}
