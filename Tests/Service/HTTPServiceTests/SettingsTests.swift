import Chronology
import ServiceCore
import TestKit
import Testing

@testable import HTTPService

@Suite("Settings of the service")
struct SettingsTests {
  @Test("a file changes what it names, and the rest stays")
  func file() throws {
    var settings = ServiceSettings()
    try settings.read(
      Array(
        """
        {
          // A comment.
          "listen": "[::1]:0", "store": "sqlite:a b", "clock": "table:t", "clientRate": 0,
          "tokenDays": 7, "log": "requests",
        }
        """.utf8))
    #expect(settings.host == "::1" && settings.port == 0)
    #expect(settings.store == .sqlite(path: "a b") && settings.clock == .table(path: "t"))
    #expect(settings.clientRate == 0 && settings.clientBurst == 1_000)
    #expect(settings.limits.tokenDays == 7 && settings.log == .requests)
  }

  @Test(
    "what is wrong with a file is one sentence with its place",
    arguments: [
      ("{\"lissen\": 1}", "At line 1, column 2: There is no field 'lissen'"),
      ("{\"listen\": \"a\"}", "it can be a host and a port"),
      ("{\"store\": \"sqlite:\"}", "it can be 'memory', 'sqlite:PATH' or 'postgres:CONNINFO'"),
      ("{\"log\": \"event\"}", "Did you mean 'events'?"),
      ("{\"queueMax\": 0}", "it can be a whole number from 1 to 1000000"),
    ])
  func wrong(text: String, part: String) {
    var settings = ServiceSettings()
    let problem = #expect(throws: Problem.self) { try settings.read(Array(text.utf8)) }
    #expect(problem?.detail.contains(part) == true, "\(problem?.detail ?? "")")
  }

  @Test("a log has no parameters of a database, which may have a password")
  func names() throws {
    #expect(StoreChoice("postgres:password=a")?.name == "postgres")
    #expect(StoreChoice("sqlite:a")?.name == "sqlite:a")
    #expect(StoreChoice("postgres:") == nil && StoreChoice("other") == nil)
  }

  @Test("a table of times is followed evenly between its lines, and like the clock outside")
  func table() throws {
    let table = try TimeTable("# real virtual\n1000 5000\n2000\t9000\n\n3000 9000\n")
    for (real, virtual) in [(0, 4_000), (1_000, 5_000), (1_500, 7_000), (2_500, 9_000)] {
      #expect(table.time(at: Instant(milliseconds: Int64(real))).milliseconds == virtual)
    }
    #expect(table.time(at: Instant(milliseconds: 4_000)).milliseconds == 10_000)
  }

  @Test(
    "what is no table of times names the line",
    arguments: [
      ("", "There is no line"), ("1 a", "In line 1"), ("1 1\n1 2", "In line 2 the real time"),
      ("1 5\n2 4", "In line 2 the virtual time"),
    ])
  func wrongTables(text: String, part: String) {
    let problem = #expect(throws: TimeTable.Malformed.self) { try TimeTable(text) }
    #expect(problem?.sentence.hasPrefix(part) == true)
  }
}
