import Foundation
import JSONText
import TestKit
import Testing

@Suite("Help, scenarios and validation")
struct HelpTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  static let pages = [
    ("help", ["--help"]), ("help-run", ["run", "--help"]),
    ("help-stress", ["stress", "--help"]), ("help-replay", ["replay", "--help"]),
    ("help-shrink", ["shrink", "--help"]), ("help-diff", ["diff", "--help"]),
    ("help-validate", ["validate", "--help"]), ("help-scenarios", ["scenarios", "--help"]),
    ("help-shard", ["shard", "--help"]), ("help-assemble", ["assemble", "--help"]),
    ("scenarios", ["scenarios"]),
  ]

  @Test("help pages match their golden files", arguments: pages)
  func page(name: String, arguments: [String]) throws {
    let ending = try ShakeoutProgram.run(arguments, in: folder)
    #expect(ending.code == 0 && ending.errors == "")
    try expectGolden(ending.output, "\(name).txt")
  }

  @Test("'help run' equals 'run --help', and no arguments equal '--help'")
  func helpTwice() throws {
    let (one, two) = (
      try ShakeoutProgram.run(["help", "run"], in: folder),
      try ShakeoutProgram.run(["run", "--help"], in: folder)
    )
    #expect(one.output == two.output && one.output != "")
    let (none, help) = (
      try ShakeoutProgram.run([], in: folder), try ShakeoutProgram.run(["--help"], in: folder)
    )
    #expect(none.output == help.output)
  }

  @Test("'validate' accepts a valid scenario and estimates its run")
  func valid() throws {
    let ending = try ShakeoutProgram.run(["validate", "smoke", "--set", "people=7"], in: folder)
    #expect(ending.code == 0 && ending.errors == "")
    let lines = ending.output.split(separator: "\n")
    #expect(lines.first == "'smoke' is valid: 7 people, 14 days from 2026-01-05, seed 1.")
    let estimate =
      #/A run takes about \d+ s and \d+ MiB of memory, and writes \d+ KiB of tables. .*/#
    #expect(lines.count == 2 && lines.last?.wholeMatch(of: estimate) != nil, "\(ending.output)")
  }

  @Test("'validate' lists all errors of a scenario with their places")
  func invalid() throws {
    try folder.write(
      """
      {
        "name": "broken",
        "extends": "smoke",
        "peple": 5,
        "people": -5,
        "network": { "lossProbability": 1.5 }
      }
      """, to: "broken.json")
    for command in ["validate", "run"] {
      let ending = try ShakeoutProgram.run([command, "broken.json"], in: folder)
      #expect(ending.code == 65 && ending.output == "")
      try expectGolden(ending.errors, "broken-scenario.txt")
    }
    #expect(try folder.everything == ["broken.json"])
  }

  @Test("scenarios of the working directory take precedence")
  func ownScenarios() throws {
    try folder.write(#"{"name": "mine", "description": "Mine."}"#, to: "scenarios/mine.json")
    try folder.write(#"{"name": "smoke", "people": 3}"#, to: "scenarios/smoke.json")
    try folder.write(#"{"name": "worse", "people": "many"}"#, to: "scenarios/worse.json")
    // Column widths depend on the longest name.
    let lines = try ShakeoutProgram.run(["scenarios"], in: folder).output
      .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("mine 1000 people × 60 d Mine."))
    #expect(lines.contains("smoke 3 people × 60 d"))
    #expect(lines.contains("worse cannot be run; see 'shakeout validate worse'"))
    #expect(lines.contains { $0.hasPrefix("million ") })
  }

  @Test("'scenarios --json' lists scenarios and parameters")
  func lists() throws {
    let scenarios = try ShakeoutProgram.run(["scenarios", "--json"], in: folder).json["scenarios"]
    let smoke = try #require(scenarios?.elements?.first { $0["name"]?.string == "smoke" })
    #expect(smoke["people"]?.integer() == 60 && smoke["days"]?.integer() == 14)
    let ending = try ShakeoutProgram.run(["scenarios", "--fields", "--json"], in: folder)
    let fields = try #require(try ending.json["fields"]?.elements)
    let loss = try #require(fields.first { $0["path"]?.string == "network.lossProbability" })
    #expect(loss["type"]?.string == "number" && loss["maximum"]?.double == 1)
    let lines = try ShakeoutProgram.run(["scenarios", "--fields"], in: folder).output
      .split(separator: "\n")
    #expect(lines.count == fields.count)
    #expect(
      lines.contains { $0.hasPrefix("network.lossProbability  ") && $0.contains("from 0 to 1") })
  }

  @Test(
    "a full standard output is an error in one sentence",
    .enabled(if: access("/dev/full", W_OK) == 0))
  func fullOutput() throws {
    for arguments in [["scenarios"], ["--help"], ["validate", "smoke"]] {
      let ending = try ShakeoutProgram.run(arguments, in: folder, output: "/dev/full")
      #expect(ending.code == 1)
      #expect(
        ending.errors == "Error: Cannot write to standard output: no space left on device.\n")
    }
  }
}
