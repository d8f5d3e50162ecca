import Foundation
import JSONText
import PostgreSQLTestKit
import TestKit
import Testing

@Suite(
  "Families sent to servers over PostgreSQL that fail", .serialized,
  .enabled(if: PostgreSQLCluster.isPossible, "PostgreSQL is not installed"))
struct LoadTakeoverTests {
  private let cluster: PostgreSQLCluster
  private let folder: TemporaryFolder

  init() throws {
    cluster = try PostgreSQLCluster()
    folder = try TemporaryFolder()
  }

  /// Loads servers over the cluster while something happens to them.
  private func load(
    _ events: String, seconds: Int
  ) throws -> (code: Int32, output: String, json: JSONNode) {
    try folder.write("{ \"events\": [\(events)] }", to: "chaos.json")
    let ending = try FamilyLoadTests.run([
      "load", "calm", "--people", "24", "--days", "5", "--serve", "--store",
      "postgres:\(cluster.parameters)", "--rate", "100", "--duration", "\(seconds)",
      "--connections", "8", "--abort-below", "0", "--timeout", "3",
      "--set", "sync.retryBackoffMillisecondsMin=200",
      "--set", "sync.retryBackoffMillisecondsMax=1000",
      "--chaos", "\(folder.path)/chaos.json", "--json", "\(folder.path)/load.json",
    ])
    let json = (try? JSONReader().read(Array(folder.bytes("load.json")))) ?? .null
    return (ending.code, ending.output, json)
  }

  private func expectNothingLost(
    _ ending: (code: Int32, output: String, json: JSONNode), _ place: SourceLocation
  ) {
    let comment = Comment(rawValue: ending.output)
    #expect(ending.code == 0, comment, sourceLocation: place)
    #expect(ending.output.contains("nothing lost"), comment, sourceLocation: place)
    let people = ending.json["people"]
    let count = { (name: String) in people?[name]?.integer(as: Int.self) ?? -1 }
    #expect(count("operations") > 50 && count("undrained") == 0, comment, sourceLocation: place)
    #expect(count("checkedFamilies") == count("families"), comment, sourceLocation: place)
    let events = ending.json["events"]?.elements ?? []
    #expect(
      !events.isEmpty && events.allSatisfy { $0["end"]?.double != nil }, comment,
      sourceLocation: place)
  }

  @Test(
    "nothing is lost when a stand-by takes over from a writer that is killed, and one that stops")
  func takeovers() throws {
    let ending = try load(
      #"{ "at": 1, "do": "takeover" }, { "at": 4, "do": "takeover", "how": "stop" }"#, seconds: 8)
    expectNothingLost(ending, #_sourceLocation)
    #expect(ending.output.contains(": taken over from, killed\n"), "\(ending.output)")
    #expect(ending.output.contains(": taken over from, stopped\n"), "\(ending.output)")
  }

  @Test("nothing is lost when PostgreSQL itself restarts as after a crash")
  func databaseRestarts() throws {
    let command = JSONWriter(.compact).text(.string(cluster.restartCommand))
    let ending = try load(#"{ "at": 1, "do": "run", "command": \#(command) }"#, seconds: 5)
    expectNothingLost(ending, #_sourceLocation)
    // Some were answered with 503, or not at all: the database was away.
    #expect(ending.json["errors"]?.elements?.isEmpty == false, "\(ending.output)")
  }
}
