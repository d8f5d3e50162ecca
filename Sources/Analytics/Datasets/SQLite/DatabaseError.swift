import CSQLite

/// Why SQLite could not do what it was asked.
public struct DatabaseError: Error, Sendable, Equatable {
  /// SQLite's extended result code.
  public let code: Int32
  /// SQLite's own words.
  public let message: String
  /// The database's file.
  public let path: String
  /// The statement at fault, where there is one.
  public let sql: String?

  public init(code: Int32, message: String, path: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
    self.sql = sql
  }
}

extension DatabaseError {
  /// Stands for a question that is more than one, of which SQLite would answer the first alone.
  static var moreThanOne: Int32 { -1 }

  /// What kind of problem it is.
  public enum Cause: Sendable {
    case noSpace, notWritable, cannotOpen, damaged, inUse, constraint, other
  }

  public var cause: Cause {
    // The low byte is the primary code; the rest tells finer than anybody here has to know.
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
        + "ask them one at a time."
    }
    let what =
      switch cause {
      case .noSpace: "There is no space left for the database \(path)"
      case .notWritable: "The database \(path) cannot be written"
      case .cannotOpen: "The database \(path) cannot be opened"
      case .damaged: "The file \(path) is not a whole SQLite database"
      case .inUse: "The database \(path) is in use by another process"
      case .constraint: "A row breaks a rule of its table in the database \(path)"
      case .other: "SQLite failed on the database \(path)"
      }
    let statement = sql.map { " in “\(Self.shortened($0))”" } ?? ""
    return "\(what): \(message) (SQLite code \(code))\(statement)."
  }

  /// Enough of a statement to find it by.
  private static func shortened(_ sql: String) -> String {
    let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= 120 ? line : "\(line.prefix(119))…"
  }
}
