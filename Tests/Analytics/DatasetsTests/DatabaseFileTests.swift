import Foundation
import TestKit
import Testing

@testable import Datasets

@Suite("The same rows make the same database file, byte by byte")
struct DatabaseFileTests {
  private let folder: TemporaryFolder
  private let identity = DatabaseFile.Identity(application: 0x5348_4B31, version: 3)

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Inserts the same rows in transactions of `batch`, with others that are deleted again after
  /// every `detour` rows.
  private func build(_ name: String, batch: Int, detour: Int? = nil) throws -> Data {
    try DatabaseFile.build(at: "\(folder.path)/\(name)", identity) {
      (database) throws(DatabaseError) in
      try database.execute(
        "CREATE TABLE metric (name TEXT PRIMARY KEY, value REAL) STRICT;"
          + "CREATE INDEX by_value ON metric (value)")
      var insert = try database.prepare("INSERT INTO metric VALUES (?, ?)")
      for start in stride(from: 0, to: 3000, by: batch) {
        try database.execute("BEGIN")
        for row in start..<min(start + batch, 3000) {
          if let detour, row % detour == 0 {
            try insert.run("gone \(row)", 0)
            try database.execute("DELETE FROM metric WHERE name LIKE 'gone%'")
          }
          try insert.run("metric \(row)", .real(Double(row * 7919 % 3000) / 7))
        }
        try database.execute("COMMIT")
      }
    }
    return try folder.bytes(name)
  }

  @Test("whatever the transactions, and whatever was there in between")
  func sameBytes() throws {
    let bytes = try build("a.db", batch: 3000)
    #expect(try build("b.db", batch: 3000) == bytes)
    #expect(try build("c.db", batch: 1) == bytes)
    #expect(try build("d.db", batch: 170, detour: 50) == bytes)
    #expect(try folder.names() == ["a.db", "b.db", "c.db", "d.db"])
  }

  @Test("the header says what the file is")
  func header() throws {
    let bytes = try build("a.db", batch: 100)
    func number(_ offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    #expect(String(decoding: bytes.prefix(15), as: UTF8.self) == "SQLite format 3")
    #expect(number(16) >> 16 == 4096, "page size")
    #expect(number(28) == UInt32(bytes.count / 4096), "pages")
    #expect(number(36) == 0, "free pages")
    #expect(number(56) == 1, "UTF-8")
    #expect(number(60) == 3, "user version")
    #expect(number(68) == 0x5348_4B31, "application")
    let database = try Database(path: "\(folder.path)/a.db", mode: .readOnly)
    let check = try database.rows(of: "PRAGMA integrity_check")
    #expect(check == [["ok"]])
    let count = try database.rows(of: "SELECT count(*), max(value) FROM metric")
    #expect(count == [[3000, .real(2999.0 / 7)]])
  }

  @Test("a failure leaves no file, and a file that is there stays")
  func failure() throws {
    let path = "\(folder.path)/a.db"
    #expect(throws: DatabaseError.self) {
      try DatabaseFile.build(at: path, identity) { (database) throws(DatabaseError) in
        try database.execute("CREATE TABLE t (a); INSERT INTO nowhere VALUES (1)")
      }
    }
    #expect(try folder.names() == [])
    try folder.write("precious", to: "a.db")
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseFile.build(at: path, identity) { _ in }
    }
    #expect(error?.description.contains("it exists already") == true)
    #expect(try folder.text("a.db") == "precious")
  }
}
