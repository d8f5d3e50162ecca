import CSQLite
import SyncCore

/// A connection to a database, and statements that are compiled once.
final class Connection {
  let handle: OpaquePointer
  /// How many frames the log had after the last commit of this connection.
  private let frames: UnsafeMutablePointer<Int32>

  init(_ path: String, fileSystem: String?) throws(StorageError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, fileSystem)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw Self.error(of: code)
    }
    handle = opened
    frames = .allocate(capacity: 1)
    frames.initialize(to: 0)
    sqlite3_extended_result_codes(opened, 1)
    _ = sqlite_keep_log_on_close(opened)
    // This also ends the automatic checkpoints, which would run outside of our lock.
    sqlite3_wal_hook(
      opened,
      { context, _, _, frames in
        context?.assumingMemoryBound(to: Int32.self).pointee = frames
        return SQLITE_OK
      }, frames)
  }

  deinit {
    sqlite3_close_v2(handle)
    frames.deallocate()
  }

  var logFrames: Int { Int(frames.pointee) }

  /// What an error of SQLite's means for a storage.
  static func error(of code: Int32) -> StorageError {
    switch code & 0xFF {
    case SQLITE_FULL: .full
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM: .unavailable
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(.record)
    default: .stopped
    }
  }

  func run(_ sql: String) throws(StorageError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw Self.error(of: code) }
  }

  /// The number that a statement returns first, zero if it returns nothing.
  func number(_ sql: String) throws(StorageError) -> Int64 {
    let statement = try prepare(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.number(0) : 0
  }

  func prepare(_ sql: String) throws(StorageError) -> Query {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else {
      // A table or column that is missing: its description is damaged.
      throw code == SQLITE_ERROR ? .damaged(.record) : Self.error(of: code)
    }
    return Query(statement)
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Changes with each commit of any connection that this one has seen.
  var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  func checkpoint(truncating: Bool) -> Bool {
    let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    guard sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil) == SQLITE_OK else { return false }
    if truncating { frames.pointee = 0 }
    return true
  }
}

/// A compiled statement, finalized when it is dropped.
final class Query {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) {
    self.statement = statement
  }

  deinit { sqlite3_finalize(statement) }

  func bind(_ place: Int32, _ number: Int64) { sqlite3_bind_int64(statement, place, number) }

  /// Binds bytes that stay where they are until the statement has run.
  func bind(_ place: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress {
      sqlite3_bind_blob(statement, place, start, Int32(bytes.count), nil)
    } else {
      sqlite3_bind_zeroblob(statement, place, 0)
    }
  }

  /// Whether there is another row.
  func step() throws(StorageError) -> Bool {
    let code = sqlite3_step(statement)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else {
      sqlite3_reset(statement)
      throw Connection.error(of: code)
    }
    return false
  }

  /// Runs a statement that returns nothing of interest.
  func run() throws(StorageError) {
    _ = try step()
    sqlite3_reset(statement)
  }

  func reset() { sqlite3_reset(statement) }

  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The bytes of a column, valid until the next step.
  func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
  }
}
