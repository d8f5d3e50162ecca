import CSQLite

/// An error of SQLite.
public struct DatabaseError: Error, Sendable, Equatable {
  /// SQLite's extended result code.
  public let code: Int32
  /// The message of SQLite.
  public let message: String
  /// The path of the database.
  public let path: String
  /// The statement that failed; nil if there is none.
  public let sql: String?

  public init(code: Int32, message: String, path: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
    self.sql = sql
  }
}

extension DatabaseError {
  /// The code for a text with several statements, of which SQLite would run only the first.
  static var moreThanOne: Int32 { -1 }

  /// What kind of problem it is.
  public enum Cause: Sendable {
    case noSpace, notWritable, cannotOpen, damaged, inUse, constraint, other
  }

  public var cause: Cause {
    // The low byte is the primary code; the details do not matter here.
    switch code & 0xFF {
    case SQLITE_FULL: .noSpace
    case SQLITE_READONLY, SQLITE_PERM: .notWritable
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: .inUse
    case SQLITE_CONSTRAINT: .constraint
    default: .other
    }
  }
}

extension DatabaseError: CustomStringConvertible {
  public var description: String {
    if code == Self.moreThanOne {
      return "There is more than one statement in “\(Self.shortened(sql ?? ""))”; "
        + "run them one at a time."
    }
    if code & 0xFF == SQLITE_AUTH {
      return "A query can only read: “\(Self.shortened(sql ?? ""))” is not permitted."
    }
    let what =
      switch cause {
      case .noSpace: "There is no space left for the database \(path)"
      case .notWritable: "The database \(path) cannot be written"
      case .cannotOpen: "The database \(path) cannot be opened"
      case .damaged: "The file \(path) is damaged, or not an SQLite database"
      case .inUse: "The database \(path) is in use by another process"
      case .constraint: "A row violates a constraint in the database \(path)"
      case .other: "SQLite failed on the database \(path)"
      }
    let statement = sql.map { " in “\(Self.shortened($0))”" } ?? ""
    return "\(what): \(message) (SQLite code \(code))\(statement)."
  }

  /// The start of a statement, enough to recognize it.
  private static func shortened(_ sql: String) -> String {
    let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= 120 ? line : "\(line.prefix(119))…"
  }
}
