import CPostgreSQL
import SyncCore

/// One connection to a database server. It is never repaired: after an error it is of no use, and
/// its owner begins from the start with another one.
final class PostgreSQLConnection {
  /// What a statement needs instead of a `$1`.
  enum Argument {
    case number(Int64)
    case bytes([UInt8])
  }

  /// What the server says of a problem, for a log.
  private(set) var problem = ""
  private let connection: OpaquePointer

  /// Connects; throws the server's sentence.
  init(_ parameters: String) throws(PostgreSQLOpeningError) {
    guard let connection = PQconnectdb(parameters) else { throw .unavailable("no memory is left") }
    self.connection = connection
    // The library would print what the server mentions.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    guard PQstatus(connection) == CONNECTION_OK else {
      let problem = Self.line(String(cString: PQerrorMessage(connection)))
      // `deinit` finishes it.
      throw .unavailable(problem)
    }
  }

  deinit { PQfinish(connection) }

  /// The process of the database server that serves this connection.
  var process: Int32 { PQbackendPID(connection) }

  /// A message of the library as one plain line: it has several, and indents some with a tab.
  private static func line(_ text: String) -> String {
    var line = ""
    for part in text.split(whereSeparator: \.isNewline) {
      let words = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard let last = line.last else {
        line = words
        continue
      }
      line += (last.isLetter || last.isNumber ? ". " : " ") + words
    }
    return line
  }

  // MARK: One statement

  /// Runs a statement that commits by itself; the rows are texts, nil for null.
  @discardableResult func run(
    _ statement: String, _ arguments: [Argument] = []
  ) throws(StorageError) -> [[String?]] {
    let result = Self.withTexts(arguments) { texts in
      PQexecParams(connection, statement, Int32(texts.count), nil, texts, nil, nil, 0)
    }
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
      problem = Self.line(String(cString: PQresultErrorMessage(result)))
      if problem.isEmpty { problem = Self.line(String(cString: PQerrorMessage(connection))) }
      throw .stopped
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { field in
        PQgetisnull(result, row, field) == 1 ? nil : String(cString: PQgetvalue(result, row, field))
      }
    }
  }

  /// Hands over rows of a number and of bytes.
  func read(
    _ statement: String, _ arguments: [Argument],
    _ body: (Int64, UnsafeBufferPointer<UInt8>) throws(StorageError) -> Void
  ) throws(StorageError) {
    // The results are binary: a number has eight bytes, the highest first.
    let result = Self.withTexts(arguments) { texts in
      PQexecParams(connection, statement, Int32(texts.count), nil, texts, nil, nil, 1)
    }
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK else {
      problem = Self.line(String(cString: PQerrorMessage(connection)))
      throw .stopped
    }
    for row in 0..<PQntuples(result) {
      guard PQgetlength(result, row, 0) == 8, let number = PQgetvalue(result, row, 0),
        let bytes = PQgetvalue(result, row, 1)
      else { throw .damaged(.record) }
      let count = Int(PQgetlength(result, row, 1))
      let value = UnsafeRawPointer(number).loadUnaligned(as: Int64.self).bigEndian
      try body(
        value,
        UnsafeBufferPointer(
          start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: count))
    }
  }

  // MARK: A transaction in one round trip

  /// Sends statements as one transaction, and waits for all of them. It is committed if this
  /// returns; if it throws, that is unknown.
  func transact(_ statements: [(text: String, arguments: [Argument])]) throws(StorageError) {
    guard PQenterPipelineMode(connection) == 1 else { throw failure() }
    try send("BEGIN", [])
    for statement in statements { try send(statement.text, statement.arguments) }
    try send("COMMIT", [])
    guard PQpipelineSync(connection) == 1 else { throw failure() }
    // An aborted transaction answers to COMMIT with ROLLBACK, and that is no error.
    var tag = ""
    for _ in 0..<statements.count + 2 { tag = try takeResult() ?? tag }
    guard let end = PQgetResult(connection) else { throw failure() }
    let isSynced = PQresultStatus(end) == PGRES_PIPELINE_SYNC
    PQclear(end)
    guard isSynced, PQexitPipelineMode(connection) == 1, tag == "COMMIT", problem.isEmpty else {
      throw failure()
    }
  }

  private func send(_ statement: String, _ arguments: [Argument]) throws(StorageError) {
    let sent = Self.withTexts(arguments) { texts in
      PQsendQueryParams(connection, statement, Int32(texts.count), nil, texts, nil, nil, 0)
    }
    guard sent == 1 else { throw failure() }
  }

  /// The tag of the next result, and nil where the transaction was aborted before.
  private func takeResult() throws(StorageError) -> String? {
    guard let result = PQgetResult(connection) else { throw failure() }
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    // The end of the results of one statement.
    guard PQgetResult(connection) == nil else { throw failure() }
    switch status {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return String(cString: PQcmdStatus(result))
    case PGRES_PIPELINE_ABORTED: return nil
    default:
      problem = Self.line(String(cString: PQresultErrorMessage(result)))
      return nil
    }
  }

  private func failure() -> StorageError {
    if problem.isEmpty { problem = Self.line(String(cString: PQerrorMessage(connection))) }
    return .stopped
  }

  /// Arguments as C strings: bytes in hexadecimal digits, as the server reads them.
  private static func withTexts<Result>(
    _ arguments: [Argument], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let texts = arguments.map { argument -> [CChar] in
      switch argument {
      case .number(let number): return Array(String(number).utf8CString)
      case .bytes(let bytes):
        var text: [CChar] = [0x5C, 0x78]
        text.reserveCapacity(2 * bytes.count + 3)
        for byte in bytes {
          text.append(digits[Int(byte >> 4)])
          text.append(digits[Int(byte & 15)])
        }
        text.append(0)
        return text
      }
    }
    return withPointers(texts[...], [], body)
  }

  private static let digits = "0123456789abcdef".utf8.map { CChar($0) }

  private static func withPointers<Result>(
    _ texts: ArraySlice<[CChar]>, _ pointers: [UnsafePointer<CChar>?],
    _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    guard let first = texts.first else { return body(pointers) }
    return first.withUnsafeBufferPointer {
      withPointers(texts.dropFirst(), pointers + [$0.baseAddress], body)
    }
  }
}
