import TestKit
import Testing

@testable import shakeout

@Suite("The terminal")
struct TerminalTests {
  @Test("color needs a terminal that shows it, and no NO_COLOR")
  func color() {
    let (plain, dumb) = (["TERM": "xterm-256color"], ["TERM": "dumb"])
    #expect(Terminal.isColored(onTerminal: true, plain))
    #expect(!Terminal.isColored(onTerminal: false, plain))
    #expect(!Terminal.isColored(onTerminal: true, dumb))
    #expect(!Terminal.isColored(onTerminal: true, [:]))
    #expect(!Terminal.isColored(onTerminal: true, plain.merging(["NO_COLOR": "1"]) { $1 }))
    // An empty value counts as none.
    #expect(Terminal.isColored(onTerminal: true, plain.merging(["NO_COLOR": ""]) { $1 }))
  }
}

@Suite("Queries of the dataset")
struct DatasetQueryTests {
  @Test(
    "a text that only reads is a query",
    arguments: [
      "SELECT 1", " -- why\n select 'a;b; COPY' FROM people;", "(SELECT 1)", "FROM people",
      "WITH a AS (SELECT 1) SELECT * FROM a", "DESCRIBE people", "EXPLAIN SELECT 1",
      "/* copy */ VALUES (1)", "SELECT \"copy\" FROM people",
    ])
  func reading(sql: String) {
    #expect(DuckDB.refusal(of: sql) == nil)
  }

  @Test(
    "a text that can write is refused",
    arguments: [
      "", "COPY people TO 'x'", ".output x", "SELECT 1; COPY people TO 'x'", "INSTALL httpfs",
      "EXPLAIN ANALYZE COPY people TO 'x'", "WITH a AS (SELECT 1) INSERT INTO b SELECT * FROM a",
      "ATTACH 'x'", "'SELECT'", "CREATE TABLE x AS SELECT 1", "/* SELECT", "-- SELECT 1",
    ])
  func writing(sql: String) {
    #expect(DuckDB.refusal(of: sql) != nil)
  }
}
