import CSQLite

/// A compiled statement with its parameters and, while it is being stepped, its current row.
public struct Statement: ~Copyable {
  private let statement: OpaquePointer
  private let path: String
  private let sql: String
  /// The texts of the row that is being run, one after another; see `run(_:)`.
  private var texts: [UInt8] = []

  /// Tells SQLite to copy a text before the call returns.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  init(_ statement: OpaquePointer, path: String, sql: String) {
    self.statement = statement
    self.path = path
    self.sql = sql
  }

  deinit {
    sqlite3_finalize(statement)
  }

  /// The SQL that was compiled, without trailing text.
  var text: String { String(cString: sqlite3_sql(statement)) }

  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(statement)) }
  public var columnCount: Int { Int(sqlite3_column_count(statement)) }

  /// Sets the parameter at `index`, counted from 0.
  public mutating func bind(_ value: Int64, at index: Int) {
    check(sqlite3_bind_int64(statement, Int32(index + 1), value))
  }

  /// Sets a parameter; SQLite has no NaN and keeps it as null.
  public mutating func bind(_ value: Double, at index: Int) {
    check(sqlite3_bind_double(statement, Int32(index + 1), value))
  }

  public mutating func bind(_ value: String, at index: Int) {
    // With an explicit length a text may contain any character, or be empty.
    value.withCString { characters in
      check(
        sqlite3_bind_text64(
          statement, Int32(index + 1), characters, UInt64(value.utf8.count), Self.copied,
          UInt8(SQLITE_UTF8)))
    }
  }

  public mutating func bindNull(at index: Int) {
    check(sqlite3_bind_null(statement, Int32(index + 1)))
  }

  /// Sets all parameters in order.
  public mutating func bind(_ values: [DatabaseValue]) {
    precondition(values.count == parameterCount, "\(parameterCount) values wanted: \(sql)")
    for (index, value) in values.enumerated() {
      switch value {
      case .null: bindNull(at: index)
      case .integer(let value): bind(value, at: index)
      case .real(let value): bind(value, at: index)
      case .text(let value): bind(value, at: index)
      }
    }
  }

  /// Steps to the next row; returns false at the end and resets the statement.
  public mutating func step() throws(DatabaseError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(statement)
      return false
    default:
      let connection = sqlite3_db_handle(statement)
      let error = DatabaseError(
        code: sqlite3_extended_errcode(connection),
        message: String(cString: sqlite3_errmsg(connection)), path: path, sql: sql)
      sqlite3_reset(statement)
      throw error
    }
  }

  /// Runs the statement to its end with a row of values as its parameters.
  ///
  /// The parameters are null afterwards: SQLite reads the texts where they are, because to copy
  /// each of them for it took as long as to write the row.
  public mutating func run(_ row: [DatabaseValue]) throws(DatabaseError) {
    precondition(row.count == parameterCount, "\(parameterCount) values wanted: \(sql)")
    // One byte more, because an empty buffer has no address, and a text without one is null.
    var texts = self.texts
    self.texts = []
    texts.removeAll(keepingCapacity: true)
    for case .text(let text) in row { texts.append(contentsOf: text.utf8) }
    texts.append(0)
    defer { self.texts = texts }
    try texts.withUnsafeBufferPointer { (bytes) throws(DatabaseError) in
      var place = 0
      for (index, value) in row.enumerated() {
        switch value {
        case .null: bindNull(at: index)
        case .integer(let value): bind(value, at: index)
        case .real(let value): bind(value, at: index)
        case .text(let text):
          let text = UnsafeBufferPointer(rebasing: bytes[place..<place + text.utf8.count])
          bind(unchanged: text, at: index)
          place += text.count
        }
      }
      // No later run may read texts that are gone.
      defer { sqlite3_clear_bindings(statement) }
      try run()
    }
  }

  /// Sets a parameter to a text that stays where it is until the statement has run.
  private mutating func bind(unchanged text: UnsafeBufferPointer<UInt8>, at index: Int) {
    let characters = UnsafeRawPointer(text.baseAddress!).assumingMemoryBound(to: CChar.self)
    check(
      sqlite3_bind_text64(
        statement, Int32(index + 1), characters, UInt64(text.count), nil, UInt8(SQLITE_UTF8)))
  }

  /// Runs the statement to its end with `values` as its parameters.
  public mutating func run(_ values: DatabaseValue...) throws(DatabaseError) {
    bind(values)
    try run()
  }

  /// Runs the statement to its end with the parameters it has.
  public mutating func run() throws(DatabaseError) {
    while try step() {}
  }

  /// The names of the columns that a query returns.
  public var columnNames: [String] {
    (0..<columnCount).map { String(cString: sqlite3_column_name(statement, Int32($0))) }
  }

  /// The current row.
  public var row: [DatabaseValue] {
    (0..<columnCount).map { self[$0] }
  }

  /// A cell of the current row.
  public subscript(column: Int) -> DatabaseValue {
    precondition(column >= 0 && column < columnCount, "there is no column \(column): \(sql)")
    let index = Int32(column)
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_NULL: return .null
    default:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(statement, index),
        count: Int(sqlite3_column_bytes(statement, index)))
      return .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Binding fails only for a parameter that does not exist or a statement in mid-row.
  private func check(_ code: Int32) {
    precondition(code == SQLITE_OK, "\(String(cString: sqlite3_errstr(code))): \(sql)")
  }
}
