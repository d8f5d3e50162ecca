import JSONText
import Testing

@Suite("'shakeout stress'")
struct StressCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func stress(_ line: String) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(
      ["stress"] + line.split(separator: " ").map(String.init), in: folder)
  }

  /// A scenario of a few people that asks a run to have seen something.
  private func asking(_ coverage: String) throws -> String {
    try folder.write(
      """
      { "extends": "stress", "name": "asking", "people": 6, "days": 4, "coverage": { \(coverage) } }
      """, to: "asking.json")
    return "asking.json"
  }

  @Test("of no seed, or of seeds that met no trouble, has shown nothing")
  func nothing() throws {
    let empty = try stress("--seeds 0")
    #expect(empty.code == 3)
    #expect(empty.output.contains("No seed was lived: this run has shown nothing."))
    // The first seed draws nothing of what goes wrong once in a while.
    let cold = try stress("\(try asking("")) --seeds 1 --faults loss --from 1 --json")
    let shown = try cold.json["shownNothing"]
    #expect((cold.code == 3) == (shown?.string != nil), "\(cold)")
    let calm = try stress("\(try asking("")) --seeds 1 --faults none")
    #expect(calm.code == 0, "\(calm)")
  }

  @Test("has shown nothing if it has seen less than its scenario asks for")
  func thresholds() throws {
    let kinds = try stress("\(try asking(#""afterSeeds": 2, "operationKindsMin": 250"#)) --seeds 2")
    #expect(kinds.code == 3)
    let sentence = try Regex(#"Only \d+ of the 250 kinds of operation were said that 'asking'"#)
    #expect(try sentence.firstMatch(in: kinds.output) != nil, "\(kinds.output)")
    let situations = try asking(
      #""afterSeeds": 2, "operationKindsMin": 0, "situationsMin": 100000"#)
    let met = try stress("\(situations) --seeds 2")
    #expect(met.code == 3)
    #expect(met.output.contains("of the 100000 situations were reached that 'asking' asks for"))
    let json = try stress("\(situations) --seeds 2 --json")
    let told = try json.json["shownNothing"]?.string
    #expect(json.code == 3 && told != nil)
  }

  @Test("asks for nothing of fewer seeds than the scenario names, or of what has been seen")
  func satisfied() throws {
    let early = try stress("\(try asking(#""afterSeeds": 9, "situationsMin": 100000"#)) --seeds 2")
    #expect(early.code == 0, "\(early)")
    let seen = try stress(
      "\(try asking(#""afterSeeds": 2, "situationsMin": 5, "operationKindsMin": 5"#)) --seeds 2")
    #expect(seen.code == 0, "\(seen)")
  }

  @Test("tells a reader of JUnit as well that it has shown nothing")
  func junit() throws {
    _ = try stress("--seeds 0 --junit empty.xml")
    let shown = "<testcase name=\"the run has seen what it must\""
    #expect(try folder.text("empty.xml").contains(shown + "><failure message=\"No seed was lived"))
    let scenario = try asking(#""operationKindsMin": 0, "situationsMin": 0"#)
    let full = try stress("\(scenario) --seeds 1 --junit full.xml")
    #expect(full.code == 0)
    #expect(try folder.text("full.xml").contains(shown + "/>"))
  }

  @Test("of a scenario that asks for what cannot be is one sentence")
  func impossible() throws {
    let ending = try stress("\(try asking(#""operationKindsMin": 256"#)) --seeds 2")
    #expect(ending.code == 65)
    #expect(ending.errors.contains("operationKindsMin") && ending.errors.contains("0 to 255"))
  }
}
