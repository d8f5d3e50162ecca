import JSONText
import TestKit
import Testing

@Suite("shakeout load --replay", .serialized)
struct LoadReplayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Records three days of some people.
  private func record(_ options: String...) throws {
    let ending = try ShakeoutProgram.run(
      ["run", "calm", "--people", "16", "--days", "3", "--record", "plan.jsonl", "--quiet"]
        + options, in: folder)
    #expect(ending.code == 0, "\(ending.errors)")
  }

  private func replay(_ options: String...) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(
      ["load", "--replay", "plan.jsonl", "--serve", "--abort-below", "0", "--json", "load.json"]
        + options, in: folder)
  }

  private func json() throws -> JSONNode {
    try JSONReader().read(Array(try folder.bytes("load.json")))
  }

  @Test("each step comes at its own time, as many times as fast as was asked for")
  func speeds() throws {
    try record()
    var seconds: [Double] = []
    var operations: [Int] = []
    for speed in ["172800", "57600"] {
      let ending = try replay("--speed", speed, "--duration", "20", "--judge")
      #expect(ending.code == 0, "\(ending.errors) \(ending.output)")
      #expect(ending.output.contains("nothing lost") && ending.output.contains("none violated"))
      let json = try json()
      seconds.append(json["seconds"]?.double ?? 0)
      operations.append(json["people"]?["operations"]?.integer() ?? 0)
    }
    // Three days in at most a second and a half, and in three times as long.
    #expect(seconds[0] > 0.3 && seconds[0] < 1.6, "\(seconds)")
    #expect(abs(seconds[1] - 3 * seconds[0]) < 0.01, "\(seconds)")
    // A phone may refuse what it would not have refused a moment later.
    #expect(operations[0] > 100 && abs(operations[0] - operations[1]) < 50, "\(operations)")
  }

  @Test("with a rate the steps come in their order and evenly")
  func rate() throws {
    try record()
    let ending = try replay("--rate", "100", "--duration", "1")
    #expect(ending.code == 0, "\(ending.errors) \(ending.output)")
    #expect(ending.output.contains("100 steps/s"), "\(ending.output)")
    #expect(try json()["intended"]?.integer() == 100)
  }

  @Test("what cannot be replayed is an error that says why")
  func wrong() throws {
    try record("--set", "start=2040-01-02")
    let early = try replay()
    #expect(early.code == 65 && early.errors.contains("plan.jsonl: The plan ends on 2040-01-0"))
    try folder.write("{}", to: "plan.jsonl")
    let none = try replay()
    #expect(none.code == 65 && none.errors.contains("plan.jsonl:1: this is not a plan"))
    for (options, part) in [
      (["calm"], "'--replay' and a scenario exclude each other"),
      (["--people", "5"], "'--replay' and '--people' exclude"),
      (["--speed", "2", "--rate", "5"], "'--speed' lets each step come at its own time"),
    ] {
      let ending = try ShakeoutProgram.run(
        ["load", "--replay", "plan.jsonl", "--serve"] + options, in: folder)
      #expect(ending.code == 64 && ending.errors.contains(part), "\(ending.errors)")
    }
    let alone = try ShakeoutProgram.run(["load", "--serve", "--speed", "2"], in: folder)
    #expect(alone.code == 64 && alone.errors.contains("'--speed' needs '--replay'"))
  }
}
