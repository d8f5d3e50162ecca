import FoundationEssentials
import RunPipeline

/// The program `duckdb`, which reads Parquet files.
struct DuckDB {
  private let program: String
  private let tables: [(name: String, path: String)]

  init(_ program: String, tables: [(name: String, path: String)]) {
    self.program = program
    self.tables = tables
  }

  /// The path of the installed program, if there is one.
  static var program: String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/duckdb" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The words with which a statement begins that only reads.
  private static let readingWords = [
    "select", "with", "from", "values", "describe", "summarize", "show", "explain", "pivot",
    "unpivot", "table",
  ]
  /// The words that write a file or load a program into duckdb.
  private static let writingWords: Set<String> = [
    "copy", "export", "attach", "install", "load", "create", "insert", "update", "delete", "drop",
    "pragma", "set", "call", "vacuum", "checkpoint",
  ]

  /// Why duckdb must not run a text: duckdb writes whatever a statement says. A text may begin with
  /// a dot, which is a command to its shell, or have more than one statement.
  static func refusal(of sql: String) -> String? {
    let code = withoutTexts(sql)
    let words = code.lowercased().split { !($0.isLetter || $0 == "_") }.map(String.init)
    let trimmed = code.drop { $0.isWhitespace || $0 == "(" }
    guard let first = words.first, trimmed.lowercased().hasPrefix(first),
      readingWords.contains(first)
    else {
      return "a query begins with one of "
        + readingWords.map { $0.uppercased() }.joined(separator: ", ")
    }
    let statements = code.split(separator: ";").filter { !$0.allSatisfy(\.isWhitespace) }
    if statements.count > 1 { return "there is more than one statement" }
    // EXPLAIN ANALYZE and WITH run the statement that follows them.
    if ["explain", "with"].contains(first), let writing = words.first(where: writingWords.contains)
    {
      return "a query can only read, and '\(writing.uppercased())' does more"
    }
    return nil
  }

  /// SQL without comments and without what is in quotation marks.
  private static func withoutTexts(_ sql: String) -> String {
    var (code, rest) = ("", Substring(sql))
    while let character = rest.first {
      if rest.hasPrefix("--") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("/*") {
        rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
      } else if character == "'" || character == "\"" {
        rest = rest.dropFirst().drop { $0 != character }.dropFirst()
        code += "x"
      } else {
        code.append(character)
        rest.removeFirst()
      }
    }
    return code
  }

  /// Runs a query with a view for every table; duckdb prints to the same standard output.
  func run(_ sql: String, asJSON: Bool) throws -> Int32 {
    let views = tables.map { name, path in
      let quoted = path.replacing("'", with: "''")
      return "CREATE VIEW \(name) AS FROM read_parquet('\(quoted)');"
    }
    let arguments = [asJSON ? "-json" : "-csv", "-c", views.joined(), "-c", sql]
    let process = try ChildProcess(program, arguments)
    switch process.end() {
    case .exit(let code): return code
    case .signal(let number): return 128 + number
    }
  }
}
