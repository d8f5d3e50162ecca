import Metrics
import Population
import Testing

@testable import Runs

@Suite("Parameters moved until figures have given levels")
struct CalibrationTests {
  private static let size = ["people=240", "days=30", "seed=6"]

  private static func scenario(_ settings: [String] = []) throws -> Scenario {
    try ScenarioLibrary().resolve("baseline", overrides: size + settings)
  }

  @Test("a level that a known parameter made leads back to it")
  func recovery() throws {
    let planted = try Self.scenario(["behaviour.openLogitBase=-1.5"])
    let figures = try LivedFigures(planted, threads: 2).metrics.results()
    let active = try #require(figures.first { $0.id == "pc.dau" }?.truth)
    let calibration = try Calibration(
      Self.scenario(), free: [FreeParameter("behaviour.openLogitBase=-4...2")],
      levels: [CalibrationLevel("pc.dau=\(active.value)")], rounds: 6, threads: 2,
      looked: { _, _ in })
    let found = calibration.findings[0]
    #expect(calibration.isReached)
    #expect(abs(found.found + 1.5) < 0.25, "found \(found.found)")
    #expect(found.before != found.found)
    #expect(abs(found.found + 1.5) < 4 * (try #require(found.error)))
    let outcome = calibration.outcomes[0]
    #expect(abs(outcome.before - active.value) > 0.03, "it had something to find")
    #expect(abs(try #require(outcome.unseen).value - active.value) < 0.08)
  }

  @Test("a level out of reach ends at the bound, and is said not to be reached")
  func outOfReach() throws {
    let calibration = try Calibration(
      Self.scenario(), free: [FreeParameter("behaviour.openLogitBase=-1...0")],
      levels: [CalibrationLevel("pc.dau=0.99")], rounds: 3, threads: 2, looked: { _, _ in })
    #expect(!calibration.isReached)
    #expect(calibration.findings[0].isAtBound && calibration.findings[0].found == 0)
  }

  @Test("the scenario that is found says what it says when it is read again")
  func repeatable() throws {
    let calibration = try Calibration(
      Self.scenario(), free: [FreeParameter("behaviour.sessionsPerActiveDayMean=1...6")],
      levels: [CalibrationLevel("pc.sessions_per_day=3.5")], rounds: 4, threads: 2,
      looked: { _, _ in })
    let setting = calibration.findings[0].parameter.setting(calibration.findings[0].found)
    let again = try LivedFigures(try Self.scenario([setting]), threads: 1).metrics.results()
    let value = try #require(again.first { $0.id == "pc.sessions_per_day" }?.truth?.value)
    #expect(value == calibration.outcomes[0].found.value)
    #expect(calibration.isReached)
  }

  @Test(
    "what cannot be asked for is told in a sentence",
    arguments: [
      (["behaviour.openLogitBase"], ["pc.dau=0.5"], "cannot be read"),
      (["behaviour.openLogitBase=2...1"], ["pc.dau=0.5"], "from high to low"),
      (["behaviour.openLogitBasis=0...1"], ["pc.dau=0.5"], "'behaviour.openLogitBase'?"),
      (["sync.policy=0...1"], ["pc.dau=0.5"], "cannot be moved"),
      (["behaviour.openLogitBase=0...1"], ["pc.dao=0.5"], "'pc.dau'?"),
      (["behaviour.openLogitBase=0...1"], ["pc.dau=1.5"], "can never be"),
      (["behaviour.openLogitBase=0...1"], ["pc.dau=x"], "cannot be read"),
      (["behaviour.openLogitBase=0...1"], [], "at least one"),
      (["behaviour.openLogitBase=-99...1"], ["pc.dau=0.5"], "from -20 to 20"),
      (["lifecycle.lapseHazardFirst=0...2"], ["pc.dau=0.5"], "goes as far as 2.0"),
      (
        ["behaviour.openLogitBase=0...1", "behaviour.openLogitBase=0...2"], ["pc.dau=0.5"],
        "given twice"
      ),
      (["behaviour.openLogitBase=0...1"], ["pc.retention.d30=0.5"], "too short"),
    ])
  func wrong(free: [String], levels: [String], sentence: String) throws {
    #expect {
      _ = try Calibration(
        Self.scenario(["days=20"]), free: free.map { try FreeParameter($0) },
        levels: levels.map { try CalibrationLevel($0) }, rounds: 1, threads: 2,
        looked: { _, _ in })
    } throws: {
      "\($0)".contains(sentence)
    }
  }
}
