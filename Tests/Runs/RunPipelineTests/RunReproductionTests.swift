import Chronology
import Population
import Properties
import Scenarios
import Stress
import TestKit
import Testing

@testable import RunPipeline

@Suite("A violated run")
struct RunReproductionTests {
  /// Two parents who edit the same records, under a policy that loses updates. No engine that
  /// passes its tests violates a property, so a lost update stands for a violation.
  private static func scenario(seed: UInt64) throws -> Scenario {
    var scenario = Scenario()
    scenario.name = "contended"
    (scenario.people, scenario.days, scenario.seed) = (6, 6, seed)
    scenario = try scenario.setting([
      "population.joinDaysSpread=0", "population.parentsPerHousehold={\"2\":1}",
      "network.shortOfflinesPerDeviceWeek=7", "network.shortOfflineMinutesMedian=600",
      "contention.contendedSessionProbability=1", "contention.actionsPerSessionMax=12",
      "population.devicesPerAdult={\"2\":1}",
    ])
    scenario.sync.choosePolicy("arrival-wins")
    return scenario
  }

  @Test("is shrunk, and its plan and timeline are written beside its results", arguments: [0, 2.0])
  func written(seconds: Double) throws {
    let folder = try TemporaryFolder()
    var found: (scenario: Scenario, violation: Violation)?
    for seed in 1...20 as ClosedRange<UInt64> where found == nil {
      let scenario = try Self.scenario(seed: seed)
      let violations = SeedRun.simulated(scenario, reportsLostUpdates: true).violations
      found = violations.first.map { (scenario, $0) }
    }
    let (scenario, violation) = try #require(found)
    #expect(violation.property == .lostUpdate)
    let request = RunRequest(
      scenario: scenario, threads: 1, out: folder.path, name: "run", force: false)
    var outcome = try RunExecution(request).run()
    outcome.firstViolation = violation
    let written = try RunReproduction(of: outcome, request, seconds: seconds)
    let name = "results/run/repro-lost-update-\(scenario.seed)"
    #expect(written.path == "\(folder.path)/\(name).json")
    #expect(try folder.text("\(name).html").contains("<h1>"))
    #expect(written.explanation.contains("is lost to a write that was meant earlier"))
    #expect(written.explanation.contains("executed") == (seconds > 0))
    let replay = try Replay(of: written.path)
    #expect(replay.stillFails)
  }

  @Test("whose household is in no community is an error in a sentence")
  func nowhere() throws {
    let folder = try TemporaryFolder()
    let request = SmallRun.request(in: folder, SmallRun.scenario(people: 5, days: 3))
    var outcome = try RunExecution(request).run()
    outcome.firstViolation = Violation(
      .convergence, at: .init(milliseconds: 0), scope: 900_000, what: "two copies differ")
    #expect(throws: RunReproductionError.self) {
      try RunReproduction(of: outcome, request, seconds: 0)
    }
    outcome.firstViolation?.scope = 0
    #expect(throws: RunReproductionError.self) {
      try RunReproduction(of: outcome, request, seconds: 0)
    }
    #expect(try folder.names("results/first").allSatisfy { !$0.hasPrefix("repro-") })
  }
}

@Suite("A plan that is replayed")
struct PlanReplayTests {
  @Test("says whether it violates a property, and is left alone by shrinking if it does not")
  func fine() throws {
    let folder = try TemporaryFolder()
    var request = SmallRun.request(in: folder, SmallRun.scenario(people: 5, days: 3))
    let path = "\(folder.path)/one.plan"
    request.record = RunRequest.Record(path: path, includesDeliveries: false)
    _ = try RunExecution(request).run()
    let replay = try Replay(of: path)
    #expect(!replay.stillFails && replay.verdict == "No property is violated.\n")
    #expect(!replay.excerpt(until: nil).lines.isEmpty)
    #expect(replay.page(until: nil).contains("A plan of '"))
    #expect(try Replay.shrunk(path, seconds: 1) == nil)
  }

  @Test("is known by its first line")
  func start() {
    func isPlan(_ text: String) -> Bool {
      if case .plan = try? ReplayFile(written(text)) { true } else { false }
    }
    func written(_ text: String) throws -> String {
      let path = "\(folder.path)/file"
      try folder.write(text, to: "file")
      return path
    }
    let plan = #"{"plan":2,"program":"0.2.0"}"#
    #expect(!isPlan("{}") && !isPlan("") && !isPlan(plan))
    #expect { try ReplayFile(written(plan)) } throws: { "\($0)".contains("this is not a plan") }
    #expect { try ReplayFile(written("{\n\"plan\": []}")) } throws: {
      "\($0)".contains("this is not a reproduction")
    }
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }
}
