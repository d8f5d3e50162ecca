import CSQLite

/// A connection to one SQLite database, used by one thread and closed when it is dropped.
public struct Database: ~Copyable {
  /// The access mode of a connection.
  public enum Mode: Sendable {
    /// Reads and writes, and creates a missing file.
    case create
    case readWrite
    case readOnly
  }

  public let path: String
  private let connection: OpaquePointer

  public init(path: String, mode: Mode) throws(DatabaseError) {
    let flags =
      switch mode {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      // Also a failed opening may leave a connection with the error.
      let message = String(cString: opened.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw DatabaseError(code: code, message: message, path: path)
    }
    sqlite3_extended_result_codes(opened, 1)
    connection = opened
    self.path = path
  }

  deinit {
    // Statements that still exist keep what they need until they are finalized.
    sqlite3_close_v2(connection)
  }

  /// Refuses every statement that could change this database or any other file. Opening read-only
  /// is not enough: `VACUUM INTO` writes another file, and `ATTACH` opens one.
  func allowOnlyReading() {
    sqlite3_set_authorizer(
      connection,
      { _, action, first, second, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_PRAGMA:
          // The pragmas that describe tables; others change how SQLite works.
          let name = first.map { String(cString: $0) } ?? ""
          return Self.readingPragmas.contains(name) ? SQLITE_OK : SQLITE_DENY
        default: return SQLITE_DENY
        }
      }, nil)
  }

  private static let readingPragmas: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
    "foreign_key_list", "database_list", "function_list", "compile_options",
  ]

  /// Runs one or more statements that return nothing of interest.
  public func execute(_ sql: String) throws(DatabaseError) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
      throw error(sql)
    }
  }

  /// Compiles one statement, which can be run repeatedly.
  public func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw error(sql)
    }
    guard let statement else {
      throw DatabaseError(
        code: SQLITE_MISUSE, message: "there is no statement", path: path, sql: sql)
    }
    return Statement(statement, path: path, sql: sql)
  }

  /// Compiles a statement that is followed only by spaces and comments.
  public func prepareOnly(_ sql: String) throws(DatabaseError) -> Statement {
    let statement = try prepare(sql)
    let rest = sql.utf8.dropFirst(statement.text.utf8.count)
    var following: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, String(rest), -1, &following, nil)
    sqlite3_finalize(following)
    // Text that does not compile counts as another statement.
    guard code == SQLITE_OK, following == nil else {
      throw DatabaseError(
        code: DatabaseError.moreThanOne, message: "more than one statement", path: path, sql: sql)
    }
    return statement
  }

  /// All rows that a query returns.
  public func rows(
    of sql: String, _ parameters: DatabaseValue...
  ) throws(DatabaseError) -> [[DatabaseValue]] {
    var statement = try prepare(sql)
    statement.bind(parameters)
    var rows: [[DatabaseValue]] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }

  /// Runs `body` in a transaction.
  public func transaction<Value>(
    _ body: () throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    try execute("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // After some failures SQLite has already rolled back.
      if sqlite3_get_autocommit(connection) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  private func error(_ sql: String) -> DatabaseError {
    DatabaseError(
      code: sqlite3_extended_errcode(connection),
      message: String(cString: sqlite3_errmsg(connection)), path: path, sql: sql)
  }
}
