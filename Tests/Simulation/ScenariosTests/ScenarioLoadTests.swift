import JSONText
import Testing

@testable import Scenarios

@Suite("A scenario that is anything but one is read in no time")
struct ScenarioLoadTests {
  /// Hundreds of thousands of mistakes, and what is said of the first.
  struct Flood: CustomTestStringConvertible {
    let testDescription: String
    let first: String
    let members: @Sendable () -> String
  }

  static let floods = [
    Flood(testDescription: "unknown keys", first: "unknown key 'key0'") {
      (0..<100_000).map { #""key\#($0)": 1"# }.joined(separator: ",")
    },
    Flood(testDescription: "one key again and again", first: "'people' is already set at 1:15") {
      Array(repeating: #""people": 1"#, count: 100_000).joined(separator: ",")
    },
    Flood(testDescription: "zones that are none", first: "names 'Mars/Olympus', which is no") {
      let zone = #"{"zone": "Mars/Olympus", "weight": 1}"#
      return #""population": {"zones": ["#
        + Array(repeating: zone, count: 50_000).joined(separator: ",") + "]}"
    },
    Flood(testDescription: "weights of nothing", first: "unknown key 'x0'") {
      #""population": {"parentsPerHousehold": {"#
        + (0..<100_000).map { #""x\#($0)": 1"# }.joined(separator: ",") + "}}"
    },
    Flood(testDescription: "a very long key", first: "unknown key 'lossProbability") {
      "\"" + String(repeating: "lossProbability", count: 50_000) + "\": 1"
    },
    Flood(testDescription: "a very long number", first: "'days' must be") {
      #""days": 0."# + String(repeating: "1", count: 500_000)
    },
    Flood(testDescription: "very many brackets", first: "more than 200 levels") {
      #""days": "# + String(repeating: "[", count: 500_000)
    },
  ]

  @Test("and answered with twenty sentences at most", arguments: floods)
  func flood(_ flood: Flood) throws {
    let started = ContinuousClock.now
    let complaints = complaints(about: "{\"name\": \"x\", \(flood.members())}")
    let lines = complaints.split(separator: "\n")
    #expect((1...21).contains(lines.count), "\(lines.count)")
    #expect(lines.allSatisfy { $0.utf8.count < 20_000 })
    #expect(lines[0].contains(flood.first), "\(lines[0].prefix(300))")
    #expect(lines.count < 20 || lines.last == "… and perhaps more: these are the first 20")
    // Seconds in a debug build on a machine with other work; growing with the square takes hours.
    #expect(ContinuousClock.now - started < .seconds(90))
  }

  @Test("and may begin with a mark that some editors write, which takes no column")
  func byteOrderMark() throws {
    let scenario = try ScenarioTexts(["x": "\u{FEFF}{\"name\": \"x\", \"people\": 7}"]).resolve()
    #expect(scenario.people == 7)
    #expect(complaints(about: "\u{FEFF}{\"nam\": 1}").hasPrefix("x.json:1:1: 'name' is missing"))
    #expect(complaints(about: "{\u{FEFF}\"name\": \"x\"}").contains("U+FEFF"))
  }

  @Test("and is one file, however it is named")
  func identities() {
    var loads = 0
    let resolver = ScenarioResolver { name, _ throws(ScenarioError) in
      loads += 1
      guard loads < 50 else { return nil }
      return ScenarioFile(
        displayName: String(repeating: "./", count: loads) + "x.json", identity: "/x.json",
        bytes: Array(#"{"name": "x", "extends": "./x.json"}"#.utf8))
    }
    let error = #expect(throws: ScenarioErrors.self) { try resolver.resolve("x") }
    #expect(loads == 2)
    #expect(error?.description.contains("extends itself: ./x.json extends ./x.json") == true)
  }
}
