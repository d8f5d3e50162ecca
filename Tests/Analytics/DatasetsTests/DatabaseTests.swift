import Foundation
import TestKit
import Testing

@testable import Datasets

@Suite("A database keeps what it is given and says why when it cannot")
struct DatabaseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func database() throws -> Database {
    let database = try Database(path: "\(folder.path)/test.db", mode: .create)
    try database.execute("CREATE TABLE t (a, b); CREATE TABLE u (id INTEGER PRIMARY KEY)")
    return database
  }

  @Test("values of every type come back as they went in")
  func values() throws {
    let database = try database()
    let values: [DatabaseValue] = [
      nil, 0, .integer(.min), .integer(.max), 1.5, .real(-.infinity), .real(.leastNonzeroMagnitude),
      "", "é\u{301} 🏃", "a\0b", .text(String(repeating: "x", count: 100_000)),
    ]
    var insert = try database.prepare("INSERT INTO t VALUES (?, ?)")
    for (index, value) in values.enumerated() {
      try insert.run(.integer(Int64(index)), value)
    }
    let rows = try database.rows(of: "SELECT b FROM t ORDER BY a")
    #expect(rows == values.map { [$0] })
  }

  @Test("NaN is kept as null")
  func notANumber() throws {
    let rows = try database().rows(of: "SELECT ?", .real(.nan))
    #expect(rows == [[.null]])
  }

  @Test("a statement runs again with what was bound, row by row and by name")
  func statements() throws {
    let database = try database()
    var insert = try database.prepare("INSERT INTO t VALUES (?, ?)")
    insert.bind("same", at: 1)
    for value: Int64 in 1...3 {
      insert.bind(value, at: 0)
      try insert.run()
    }
    insert.bind(2.5, at: 0)
    insert.bindNull(at: 1)
    try insert.run()
    var query = try database.prepare("SELECT a AS number, b AS word FROM t ORDER BY a")
    let names = query.columnNames
    #expect(names == ["number", "word"])
    for _ in 0..<2 {
      var rows: [[DatabaseValue]] = []
      while try query.step() { rows.append(query.row) }
      #expect(rows == [[1, "same"], [2, "same"], [2.5, nil], [3, "same"]])
    }
  }

  @Test("a statement may outlive its connection")
  func outliving() throws {
    func query() throws -> Statement {
      try database().prepare("SELECT 7")
    }
    var statement = try query()
    let hasRow = try statement.step()
    let value = statement[0]
    #expect(hasRow)
    #expect(value == 7)
  }

  @Test("a transaction that fails leaves nothing behind")
  func transactions() throws {
    let database = try database()
    try database.transaction { () throws(DatabaseError) in
      try database.execute("INSERT INTO u VALUES (1)")
    }
    let error = #expect(throws: DatabaseError.self) {
      try database.transaction { () throws(DatabaseError) in
        try database.execute("INSERT INTO u VALUES (2)")
        try database.execute("INSERT INTO u VALUES (1)")
      }
    }
    #expect(error?.cause == .constraint)
    let rows = try database.rows(of: "SELECT id FROM u")
    #expect(rows == [[1]])
  }

  @Test("a wrong statement is named in the error's sentence")
  func wrongStatement() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database().execute("SELECT name\n  FROM nowhere")
    }
    #expect(
      error?.description == "SQLite failed on the database \(folder.path)/test.db: "
        + "no such table: nowhere (SQLite code 1) in “SELECT name FROM nowhere”.")
    #expect(throws: DatabaseError.self) { _ = try database().prepare("-- nothing") }
  }

  @Test("a read-only database refuses to be written")
  func readOnly() throws {
    _ = try database()
    let error = #expect(throws: DatabaseError.self) {
      try Database(path: "\(folder.path)/test.db", mode: .readOnly)
        .execute("INSERT INTO u VALUES (1)")
    }
    #expect(error?.cause == .notWritable)
    #expect(error?.description.contains("test.db cannot be written") == true)
  }

  @Test("a file that is missing or no database cannot be opened")
  func foreignFiles() throws {
    let missing = #expect(throws: DatabaseError.self) {
      _ = try Database(path: "\(folder.path)/none.db", mode: .readOnly)
    }
    #expect(missing?.cause == .cannotOpen)
    try folder.write(String(repeating: "no database ", count: 100), to: "text.db")
    let foreign = #expect(throws: DatabaseError.self) {
      try Database(path: "\(folder.path)/text.db", mode: .readWrite).rows(of: "SELECT * FROM t")
    }
    #expect(foreign?.cause == .damaged)
  }

  @Test("a row of texts of any length is kept, and no later run has them")
  func texts() throws {
    let database = try Database(path: "\(folder.path)/texts.db", mode: .create)
    try database.execute("CREATE TABLE t (a, b, c, d)")
    let long = String(repeating: "längere Wörter ", count: 1_000)
    let row: [DatabaseValue] = ["", .null, .text(long), "\u{0}a"]
    var insert = try database.prepare("INSERT INTO t VALUES (?, ?, ?, ?)")
    try insert.run(row)
    try insert.run([1, 2.5, "", ""])
    try insert.run()
    let rows = try database.rows(of: "SELECT * FROM t")
    #expect(rows == [row, [1, 2.5, "", ""], [.null, .null, .null, .null]])
  }

  @Test("a database that may grow no further says that it is full")
  func full() throws {
    let database = try database()
    try database.execute("PRAGMA max_page_count = 10")
    let error = #expect(throws: DatabaseError.self) {
      var insert = try database.prepare("INSERT INTO t VALUES (?, zeroblob(1000))")
      for index: Int64 in 0..<1000 { try insert.run(.integer(index)) }
    }
    #expect(error?.cause == .noSpace)
    #expect(error?.description.hasPrefix("There is no space left for the database") == true)
  }

  /// With fewer rows the scratch file still fits on the disk, but not its copy beside it.
  @Test("a full disk is an error", .enabled(if: SmallDisk.isPossible), arguments: [150, 1000])
  func fullDisk(rows: Int) throws {
    let disk = try SmallDisk()
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseFile.build(
        at: "\(disk.path)/results.db", .init(application: 1, version: 1)
      ) { (database) throws(DatabaseError) in
        try database.execute("CREATE TABLE t (a)")
        var insert = try database.prepare("INSERT INTO t VALUES (zeroblob(1000))")
        for _ in 0..<rows { try insert.run() }
      }
    }
    #expect(error?.cause == .noSpace)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }
}
