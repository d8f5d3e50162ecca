import Foundation
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
    let counts = #/<testsuite name="shakeout stress" tests="\d+" failures="1" errors="0"/#
    #expect(try folder.text("empty.xml").contains(counts))
    let shown =
      #"<testcase classname="stress stress" name="coverage reaches the required minimum""#
      + #" time="0.000""#
    let lines = try folder.text("empty.xml").split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.contains(shown) })
    #expect(lines[place + 1].contains(#"<failure message="No seed ran"#))
    let scenario = try asking(#""operationKindsMin": 0, "combinationsMin": 0"#)
    let full = try stress("\(scenario) --seeds 1 --junit full.xml")
    #expect(full.code == 0)
    let passed = shown.replacing("stress stress", with: "stress asking")
    #expect(try folder.text("full.xml").contains(passed + "/>"))
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
      ("--junit none/x.xml", "Cannot write 'none/x.xml': its folder does not exist."),
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

  /// A scenario in which two parents edit the same records and are often offline.
  private func contended() throws -> String {
    try folder.write(
      """
      { "extends": "stress", "name": "contended", "people": 6, "days": 8,
        "population": { "joinDaysSpread": 0, "parentsPerHousehold": { "2": 1 },
          "devicesPerAdult": { "2": 1 } },
        "contention": { "contendedSessionProbability": 1, "actionsPerSessionMax": 12 },
        "network": { "shortOfflinesPerDeviceWeek": 7, "shortOfflineMinutesMedian": 600 } }
      """, to: "contended.json")
    return "contended.json --faults none --jobs 1 --policy arrival-wins"
  }

  @Test("a lost update can be counted as a failure, shrunk, replayed and drawn")
  func lostUpdates() throws {
    let scenario = try contended()
    let silent = try stress("\(scenario) --seeds 2")
    #expect(silent.code != 70, "\(silent)")
    let failed = try stress(
      "\(scenario) --seeds 2 --fail-on lost-updates --shrink-seconds 4 --max-failures 1 --json")
    #expect(failed.code == 70, "\(failed)")
    let failure = try #require(try failed.json["failures"]?.elements?.first)
    #expect(failure["property"]?.string == "lost-update")
    #expect(failure["command"]?.string?.contains("--fail-on lost-updates") == true)
    let file = try #require(failure["reproduction"]?.string)
    let replay = try folder.shakeout("replay \(file) --trace --html page.html")
    #expect(replay.code == 70, "\(replay)")
    #expect(replay.output.contains("VIOLATED lost-update: "))
    #expect(replay.output.contains(" is lost to a write that was meant earlier; expected "))
    #expect(try folder.text("page.html").contains("lost-update"))
    let shrunk = try folder.shakeout("shrink \(file) --seconds 1")
    #expect(shrunk.code == 70, "\(shrunk)")
    let wrong = try stress("--fail-on lost-update")
    #expect(wrong.code == 64 && wrong.errors.contains("provide 'lost-updates'"), "\(wrong)")
  }

  @Test("without time to shrink, the whole plan is written, as JSON and as a plan")
  func wholePlan() throws {
    let failed = try stress(
      "\(try contended()) --seeds 1 --fail-on lost-updates --shrink-seconds 0")
    #expect(failed.code == 70, "\(failed)")
    #expect(failed.output.contains("not shrunk, as '--shrink-seconds 0' requires"))
    let file = try #require(try folder.names().first { $0.hasPrefix("repro-") })
    let replay = try folder.shakeout("replay \(file)")
    #expect(replay.code == 70, "\(replay)")
    // What failed, and how to go on, is the last line.
    let last = try #require(failed.output.split(separator: "\n").last)
    #expect(last.contains("replay \(file) --trace"))
  }

  @Test("the policy and the duration stand in every output, and coverage only on request")
  func policy() throws {
    let line = "\(try asking("")) --seeds 1 --faults none --policy arrival-wins"
    let plain = try stress(line)
    #expect(plain.output.contains("of 'asking' (policy arrival-wins)"), "\(plain)")
    #expect(plain.output.split(separator: "\n").count < 12)
    #expect(try stress("\(line) --coverage").output.hasPrefix("Coverage: "))
    let json = try stress("\(line) --json").json
    #expect(json["policies"]?.elements?.first?.string == "arrival-wins")
    let (whole, seeds) = (json["seconds"]?.double ?? 0, json["seedSeconds"]?.double ?? 1)
    #expect(whole >= seeds && seeds > 0)
  }

  @Test("the option that makes a worker is not shown")
  func hidden() throws {
    #expect(try !folder.shakeout("stress --help").output.contains("--worker"))
  }

  #if os(Linux)
    @Test("workers end with a parent that is killed, even in the middle of a seed")
    func orphans() throws {
      // A seed of many minutes.
      try folder.write(
        #"{ "extends": "default", "name": "long", "people": 20000 }"#, to: "long.json")
      let line = ["stress", "long.json", "--faults", "none", "--seeds", "2", "--jobs", "2"]
      let started = try ShakeoutProgram.start(line, in: folder)
      let parent = started.process.processIdentifier
      let workers = { (try? Self.children(of: parent)) ?? [] }
      let deadline = Date() + 30
      while workers().count < 2 && Date() < deadline { usleep(20_000) }
      let begun = workers()
      #expect(begun.count == 2)
      // They are past their start, in which they have only read the scenario.
      usleep(1_000_000)
      #expect(workers() == begun, "a seed has ended too soon for this test")
      started.signal(SIGKILL)
      _ = try started.end()
      let soon = Date() + 5
      while begun.contains(where: Self.isAlive), Date() < soon { usleep(20_000) }
      for worker in begun { #expect(!Self.isAlive(worker), "worker \(worker) goes on") }
    }

    /// Whether it runs; one that has ended may wait for someone who asks how.
    private static func isAlive(_ process: pid_t) -> Bool {
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return state.map { !$0.contains(") Z ") } ?? false
    }

    private static func children(of parent: pid_t) throws -> [pid_t] {
      // Each thread has the children that it started.
      let threads = "/proc/\(parent)/task"
      return try FileManager.default.contentsOfDirectory(atPath: threads).flatMap { thread in
        try String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8)
          .split(separator: " ").compactMap { pid_t($0) }
      }.sorted()
    }
  #endif

  @Test("an impossible coverage requirement is an error in one sentence")
  func impossible() throws {
    let ending = try stress("\(try asking(#""operationKindsMin": 256"#)) --seeds 2")
    #expect(ending.code == 65)
    #expect(ending.errors.contains("operationKindsMin") && ending.errors.contains("0 to 255"))
  }
}
