import JSONText
import TestKit
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

  /// A scenario of a few people with a required coverage.
  private func asking(_ coverage: String) throws -> String {
    try folder.write(
      """
      { "extends": "stress", "name": "asking", "people": 6, "days": 4, "coverage": { \(coverage) } }
      """, to: "asking.json")
    return "asking.json"
  }

  @Test("a run without seeds or without faults is inconclusive")
  func nothing() throws {
    let empty = try stress("--seeds 0")
    #expect(empty.code == 3)
    #expect(empty.output.contains("No seed ran: the result is inconclusive."))
    // The first seed draws none of the rare faults.
    let cold = try stress("\(try asking("")) --seeds 1 --faults messageLoss --from 1 --json")
    let shown = try cold.json["inconclusiveReason"]
    #expect((cold.code == 3) == (shown?.string != nil), "\(cold)")
    let calm = try stress("\(try asking("")) --seeds 1 --faults none")
    #expect(calm.code == 0, "\(calm)")
  }

  @Test("a run below the required coverage of its scenario is inconclusive")
  func thresholds() throws {
    let kinds = try stress("\(try asking(#""afterSeeds": 2, "operationKindsMin": 250"#)) --seeds 2")
    #expect(kinds.code == 3)
    let sentence = try Regex(#"\d+ operation kinds were submitted, and 'asking' requires 250: "#)
    #expect(try sentence.firstMatch(in: kinds.output) != nil, "\(kinds.output)")
    let situations = try asking(
      #""afterSeeds": 2, "operationKindsMin": 0, "combinationsMin": 100000"#)
    let met = try stress("\(situations) --seeds 2")
    #expect(met.code == 3)
    #expect(met.output.contains(" combinations were reached, and 'asking' requires 100000: "))
    let json = try stress("\(situations) --seeds 2 --json")
    let reason = try json.json["inconclusiveReason"]?.string
    #expect(json.code == 3 && reason != nil)
  }

  @Test("coverage is not required below the scenario's number of seeds")
  func satisfied() throws {
    let early = try stress(
      "\(try asking(#""afterSeeds": 9, "combinationsMin": 100000"#)) --seeds 2")
    #expect(early.code == 0, "\(early)")
    let seen = try stress(
      "\(try asking(#""afterSeeds": 2, "combinationsMin": 5, "operationKindsMin": 5"#)) --seeds 2")
    #expect(seen.code == 0, "\(seen)")
  }

  @Test("an inconclusive run fails in JUnit")
  func junit() throws {
    _ = try stress("--seeds 0 --junit empty.xml")
    let counts = #/<testsuite name="shakeout stress" tests="\d+" failures="1"/#
    #expect(try folder.text("empty.xml").contains(counts))
    let shown = "<testcase name=\"coverage reaches the required minimum\""
    #expect(try folder.text("empty.xml").contains(shown + "><failure message=\"No seed ran"))
    let scenario = try asking(#""operationKindsMin": 0, "combinationsMin": 0"#)
    let full = try stress("\(scenario) --seeds 1 --junit full.xml")
    #expect(full.code == 0)
    #expect(try folder.text("full.xml").contains(shown + "/>"))
  }

  /// A swarm with one fault kind.
  private func swarm(_ path: String, _ bounds: String, to name: String) throws {
    try folder.write(
      """
      {
        "budgets": [{ "share": 1, "weight": 1 }],
        "kinds": { "messageLoss": { "fields": { "\(path)": \(bounds) } } }
      }
      """, to: name)
  }

  @Test("file names may contain spaces")
  func blanks() throws {
    try folder.write(
      #"{ "extends": "stress", "name": "two", "people": 6, "days": 4 }"#,
      to: "my dir/stress two.json")
    try swarm("network.lossProbability", "[0.1, 0.5]", to: "my dir/x.json")
    let ending = try ShakeoutProgram.run(
      [
        "stress", "my dir/stress two.json", "--seeds", "2", "--jobs", "1", "--swarm",
        "my dir/x.json", "--out", "my dir/found",
      ], in: folder)
    #expect(ending.code == 0, "\(ending)")
    #expect(try folder.everything.count == 3)
  }

  @Test("unwritable output is an error before the first seed")
  func unwritable() throws {
    let wrong = [
      ("--out /proc/nope", "Cannot create the folder /proc/nope: it does not exist."),
      ("--junit none/x.xml", "Cannot write 'none/x.xml': it does not exist."),
      ("--junit .", "Cannot write '.': it is a folder."),
    ]
    for (options, sentence) in wrong {
      let ending = try stress("--seeds 100000 \(options)")
      #expect(ending.code == 1 && ending.output == "", "\(ending)")
      #expect(ending.errors == "Error: \(sentence)\n")
    }
    #expect(try folder.everything == [])
  }

  @Test("an invalid swarm is an error that names the wrong field")
  func wrongSwarm() throws {
    try swarm("network.losProbability", "[0.1, 0.5]", to: "name.json")
    try swarm("network.lossProbability", "[0.1, 5.5]", to: "bound.json")
    let name = try stress("--seeds 2 --swarm name.json")
    #expect(name.code == 65 && name.output == "")
    #expect(name.errors.contains("name.json:3:"))
    #expect(name.errors.contains("Did you mean 'network.lossProbability'?"))
    let bound = try stress("--seeds 2 --swarm bound.json")
    #expect(bound.code == 65)
    #expect(bound.errors.contains("must be a number from 0 to 1, not 5.5"))
  }

  static let faults = [
    ("messageLos", "there is no fault kind 'messageLos'. Did you mean 'messageLoss'?"),
    ("", "a fault kind is missing"), (",", "a fault kind is missing"),
    ("messageLoss,", "a fault kind is missing"),
    ("none,messageLoss", "'none' cannot be combined"),
    ("messageLoss,all", "'all' cannot be combined"), ("zzzzzzzzz", "; the kinds are "),
  ]

  @Test("an invalid list of fault kinds is a usage error", arguments: faults)
  func wrongFaults(list: String, sentence: String) throws {
    for command in ["stress", "policies"] {
      let ending = try ShakeoutProgram.run([command, "--seeds", "1", "--faults", list], in: folder)
      #expect(ending.code == 64 && ending.output == "")
      #expect(ending.errors.contains("Error: --faults '\(list)': "))
      #expect(ending.errors.contains(sentence) && ending.errorLines.count == 1, "\(ending.errors)")
    }
  }

  @Test("'--check-determinism' reruns every seed")
  func twice() throws {
    let ending = try ShakeoutProgram.run(
      [
        "stress", try asking(""), "--seeds", "2", "--faults", " messageLoss, clones",
        "--check-determinism",
      ], in: folder)
    #expect([0, 3].contains(ending.code), "\(ending)")
    #expect(ending.output.contains("\n2 seeds rerun: identical.\n"))
  }

  @Test("one seed in ten is rerun by default")
  func sampleTwice() throws {
    let ending = try stress("\(try asking("")) --seeds 3 --from 19")
    #expect([0, 3].contains(ending.code), "\(ending)")
    #expect(ending.output.contains("\n1 seed rerun: identical.\n"))
  }

  @Test("an impossible coverage requirement is an error in one sentence")
  func impossible() throws {
    let ending = try stress("\(try asking(#""operationKindsMin": 256"#)) --seeds 2")
    #expect(ending.code == 65)
    #expect(ending.errors.contains("operationKindsMin") && ending.errors.contains("0 to 255"))
  }
}
