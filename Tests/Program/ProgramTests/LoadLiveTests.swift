import TestKit
import Testing

@Suite("shakeout load --live")
struct LoadLiveTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func live(_ options: [String]) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(
      ["load", "calm", "--live", "--people", "8", "--days", "1", "--serve"] + options, in: folder)
  }

  @Test(
    "what decides when people act excludes it, and what judges durations does too",
    arguments: [
      (["--rate", "5"], "'--live' and '--rate' exclude each other"),
      (["--profile", "ramp"], "'--live' and '--profile' exclude each other"),
      (["--profile", "steps", "--knee-p99", "5"], "'--live' and '--profile' exclude each other"),
      (["--from", "5"], "'--live' and '--from' exclude each other"),
      (["--arrivals", "random"], "'--live' and '--arrivals' exclude each other"),
      (["--spread"], "'--live' and '--spread' exclude each other"),
      (["--abort-below", "0.5"], "'--live' and '--abort-below' exclude each other"),
      (["--fail-if", "latency.p99>1s"], "'latency.p99>1s' cannot be judged with '--live'"),
      (["--fail-if", "durable.p50>1s"], "'durable.p50>1s' cannot be judged with '--live'"),
      (["--fail-if", "rate<5"], "'rate<5' cannot be judged with '--live'"),
      (
        ["--set", "load.failIf=[\"saved.max>1s\"]"],
        "'saved.max>1s' cannot be judged with '--live'"
      ),
    ])
  func excluded(options: [String], part: String) throws {
    let ending = try live(options)
    #expect(ending.code == 64 && ending.errors.contains(part), "\(ending.errors)")
    #expect(ending.errorLines.count == 1, "\(ending.errors)")
  }

  @Test("it needs a scenario, and days that are longer than the warm-up")
  func missing() throws {
    let none = try ShakeoutProgram.run(["load", "--live", "--serve"], in: folder)
    #expect(none.code == 64 && none.errors.contains("'--live' needs a scenario"))
    try folder.write("{}", to: "plan.jsonl")
    let both = try ShakeoutProgram.run(
      ["load", "--replay", "plan.jsonl", "--live", "--serve"], in: folder)
    #expect(both.code == 64 && both.errors.contains("'--replay' and '--live' exclude each other"))
    let late = try live(["--warmup", "60", "--speed", "1000000"])
    #expect(late.code == 65 && late.errors.contains("are over before the warm-up is"))
  }

  @Test("people live a day at a server of the load's own")
  func served() throws {
    let ending = try live(["--speed", "86400", "--fail-if", "errors>0"])
    #expect(ending.code == 0, "\(ending.errors) \(ending.output)")
    #expect(ending.output.contains("nothing lost"), "\(ending.output)")
    #expect(ending.output.contains("kept    fails if errors>0: measured 0"), "\(ending.output)")
  }
}
