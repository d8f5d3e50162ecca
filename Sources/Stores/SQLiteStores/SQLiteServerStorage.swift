import Base
import CSQLite
public import SyncCore

/// A server's journal in an SQLite database.
public struct SQLiteServerStorage: ServerStorage, ~Copyable {
  /// Full, busy, failed or damaged.
  public typealias Failure = StorageError

  private let file: RecordFile
  private var writer = WireWriter()

  /// Opens the journal, and makes it if nothing is there yet.
  public init(at place: StorePlace) throws(StoreOpeningError) {
    file = try RecordFile(place, .journal)
  }

  /// Whether this program has committed to a storage there.
  public static func hasCommitted(at place: StorePlace) -> Bool {
    (try? SideFile.exists(place.mark, fileSystem: place.fileSystem)) ?? false
  }

  /// Fails if the database is another program's, before any file is made beside it.
  public static func refuseOtherPrograms(at place: StorePlace) throws(StoreOpeningError) {
    guard !hasCommitted(at: place) else { return }
    try StoreIdentity.refuseOtherPrograms(at: place, .journal)
  }

  /// Removes a storage that could not be made whole, with all files beside it. Only the one who
  /// holds the claim may.
  public static func remove(at place: StorePlace) {
    for ending in ["", "-wal", "-shm"] {
      try? SideFile.remove(place.database + ending, fileSystem: place.fileSystem)
    }
    for path in [place.mark, place.lock] {
      try? SideFile.remove(path, fileSystem: place.fileSystem)
    }
    try? SideFile.remove(StoreClaim.path(of: place), fileSystem: nil)
  }

  /// Agrees to a journal that has lost its last entries (`StorageError.Damage.end`): it is a stale
  /// replica of itself now, and a server fails over to it.
  public static func acceptShorterLog(at place: StorePlace) throws(StoreOpeningError) {
    let lock = try RecordFile.lock(of: place)
    defer { lock.unlock() }
    do throws(StorageError) {
      try SideFile.remove(place.mark, fileSystem: place.fileSystem)
    } catch {
      throw .storage(error, path: place.database)
    }
  }

  /// Copies a journal as it is now, also while a server writes to it, as SQLite's own backup does.
  /// What the copy replaces must not be in use.
  public static func backUp(_ database: String, to copy: String) throws(StorageError) {
    let source = try Connection(database, fileSystem: nil)
    let target = try Connection(copy, fileSystem: nil)
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw Connection.error(of: sqlite3_errcode(target.handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw Connection.error(of: code == SQLITE_DONE ? end : code)
    }
  }

  public mutating func begin() throws(StorageError) { try file.begin() }
  public mutating func commit() throws(StorageError) { try file.commit() }
  public mutating func rollBack() { file.rollBack() }

  public mutating func append(_ entry: JournalEntry) throws(StorageError) {
    writer.writeRecord(entry)
    try writer.bytes.withElements { (bytes) throws(StorageError) in
      try file.append(.entry, file.count(.entry), bytes)
    }
  }

  /// Rewrites the entries. O(entries): it comes with an erasure of a person, which is rare.
  public mutating func erase(_ fields: [JournalFields]) throws(StorageError) {
    let fields = Set(fields)
    var erased: [(number: Int, entry: JournalEntry)] = []
    try file.forEach(.entry) { (number, bytes) throws(StorageError) in
      try decode { () throws(WireError) in
        let entry = try StoredRecord.entry(bytes)
        if entry.erased(fields) != entry { erased.append((number, entry.erased(fields))) }
      }
    }
    for (number, entry) in erased {
      writer.writeRecord(entry)
      try writer.bytes.withElements { (bytes) throws(StorageError) in
        try file.erase(.entry, number, leaving: bytes)
      }
    }
  }

  public mutating func forEach(_ body: (JournalEntry) -> Bool) throws(StorageError) {
    try file.reading { () throws(StorageError) in
      try file.forEach(.entry) { (_, bytes) throws(StorageError) in
        var goesOn = true
        _ = try decode { () throws(WireError) in goesOn = body(try StoredRecord.entry(bytes)) }
        return goesOn
      }
    }
  }
}
