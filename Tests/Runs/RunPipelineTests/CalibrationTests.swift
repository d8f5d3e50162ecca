import Metrics
import Population
import Scenarios
import Testing

@testable import RunPipeline

@Suite("Calibration")
struct CalibrationTests {
  private static let size = ["people=240", "days=30", "seed=6"]

  private static func scenario(_ settings: [String] = []) throws -> Scenario {
    try ScenarioLibrary().resolve("baseline", overrides: size + settings)
  }

  @Test("calibration recovers a parameter from the metric that it produced")
  func recovery() throws {
    let planted = try Self.scenario(["behavior.openLogitBase=-1.5"])
    let figures = try InMemoryRun(planted, threads: 2, clusters: .communities).metrics.results()
    let active = try #require(figures.first { $0.id == "pc.dau" }?.truth)
    let calibration = try Calibration(
      Self.scenario(), free: [FreeParameter("behavior.openLogitBase=-4...2")],
      levels: [CalibrationTarget("pc.dau=\(active.value)")], rounds: 6, threads: 2,
      evaluated: { _, _ in })
    let found = calibration.findings[0]
    #expect(calibration.isReached)
    #expect(abs(found.found + 1.5) < 0.25, "found \(found.found)")
    #expect(found.before != found.found)
    #expect(abs(found.found + 1.5) < 4 * (try #require(found.error)))
    let outcome = calibration.outcomes[0]
    #expect(abs(outcome.before - active.value) > 0.03, "the search had something to find")
    #expect(abs(try #require(outcome.heldOut).value - active.value) < 0.08)
  }

  @Test("an unreachable target ends at the bound and counts as not reached")
  func outOfReach() throws {
    let calibration = try Calibration(
      Self.scenario(["people=80"]), free: [FreeParameter("behavior.openLogitBase=-1...0")],
      levels: [CalibrationTarget("pc.dau=0.99")], rounds: 3, threads: 2, evaluated: { _, _ in })
    #expect(!calibration.isReached)
    #expect(calibration.findings[0].isAtBound && calibration.findings[0].found == 0)
  }

  @Test("the fitted scenario survives writing and reading")
  func repeatable() throws {
    let small = ["people=80"]
    let calibration = try Calibration(
      Self.scenario(small), free: [FreeParameter("behavior.sessionsPerActiveDayMean=1...6")],
      levels: [CalibrationTarget("pc.sessions_per_day=3.5")], rounds: 4, threads: 2,
      evaluated: { _, _ in })
    let setting = calibration.findings[0].parameter.setting(calibration.findings[0].found)
    let again = try InMemoryRun(
      try Self.scenario(small + [setting]), threads: 1, clusters: .communities
    ).metrics.results()
    let value = try #require(again.first { $0.id == "pc.sessions_per_day" }?.truth?.value)
    #expect(value == calibration.outcomes[0].found.value)
    #expect(calibration.isReached)
  }

  @Test(
    "an invalid request is an error in one sentence",
    arguments: [
      (["behavior.openLogitBase"], ["pc.dau=0.5"], "cannot be read"),
      (["behavior.openLogitBase=2...1"], ["pc.dau=0.5"], "reversed bounds"),
      (["behavior.openLogitBasis=0...1"], ["pc.dau=0.5"], "'behavior.openLogitBase'?"),
      (["sync.policy=0...1"], ["pc.dau=0.5"], "cannot be fitted"),
      (["behavior.openLogitBase=0...1"], ["pc.dao=0.5"], "'pc.dau'?"),
      (["behavior.openLogitBase=0...1"], ["pc.dau=1.5"], "can never be"),
      (["behavior.openLogitBase=0...1"], ["pc.dau=x"], "cannot be read"),
      (["behavior.openLogitBase=0...1"], [], "at least one"),
      (["behavior.openLogitBase=-99...1"], ["pc.dau=0.5"], "from -20 to 20"),
      (["lifecycle.lapseHazardFirst=0...2"], ["pc.dau=0.5"], "has the bound 2.0"),
      (
        ["behavior.openLogitBase=0...1", "behavior.openLogitBase=0...2"], ["pc.dau=0.5"],
        "given twice"
      ),
      (["behavior.openLogitBase=0...1"], ["pc.retention.d30=0.5"], "too short"),
    ])
  func wrong(free: [String], levels: [String], sentence: String) throws {
    #expect {
      _ = try Calibration(
        Self.scenario(["days=20"]), free: free.map { try FreeParameter($0) },
        levels: levels.map { try CalibrationTarget($0) }, rounds: 1, threads: 2,
        evaluated: { _, _ in })
    } throws: {
      "\($0)".contains(sentence)
    }
  }
}
