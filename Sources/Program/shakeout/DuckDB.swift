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
