import Chronology
import DomainCore
import Environment
import JSONText
import Population
import Scenarios
import Properties
import Simulator
import Testing
import SimulatedWorld

@testable import Stress

@Suite("The run of a seed")
struct SeedRunTests {
  @Test("is the same each time, and the same as the run of its plan")
  func sameAgain() throws {
    let scenario = try SmallSeed.scenario(seed: 5)
    let outcome = SeedRun.simulated(scenario)
    #expect(SeedRun.simulated(scenario) == outcome)
    #expect(outcome.violations.isEmpty)
    let simulation = Simulation(scenario)
    let plan = try SmallSeed.plan(seed: 5)
    for index in 0..<simulation.map.count {
      let (simulated, planned) = (
        simulation.simulated(index).digest, PlannedRun(plan).simulated(index).digest
      )
      #expect(simulated == planned)
    }
  }

  @Test("has the same digest when its logs are not folded again, and checks less")
  func unfolded() throws {
    let scenario = try SmallSeed.scenario(seed: 5)
    let (whole, unfolded) = (
      SeedRun.simulated(scenario), SeedRun.simulated(scenario, foldsLogs: false)
    )
    #expect(unfolded.digest == whole.digest && unfolded.operations == whole.operations)
    #expect(whole.checks[.logFold] ?? 0 > 0 && unfolded.checks[.logFold] == 0)
  }

  @Test("does not change when it is observed")
  func watching() throws {
    let simulation = Simulation(try SmallSeed.scenario(seed: 6))
    let digests = [Recording.nothing, .coveragePoints, .trace, .stepsAndDeliveries].map {
      simulation.simulated(0, recording: $0).digest
    }
    #expect(Set(digests).count == 1)
  }

  @Test("is written as a line of JSON and read back unchanged")
  func json() throws {
    var outcome = SeedRun.simulated(try SmallSeed.scenario(seed: 7))
    outcome.violations = [
      Violation(
        .convergence, at: Instant(milliseconds: 1_770_000_000_000),
        scope: 2, site: 1, sequence: 9, what: "two copies differ", expected: "3", found: "4")
    ]
    let line = JSONWriter(.compact).text(outcome.json)
    #expect(!line.contains("\n"))
    #expect(SeedOutcome(try JSONReader().read(line)) == outcome)
  }

  @Test("reports the coverage points that its operations reached")
  func coveragePoints() throws {
    let met = SeedRun.simulated(try SmallSeed.scenario(seed: 8)).coveragePoints
    #expect(met.contains(CoveragePoint(.completionSet, .offline)))
    #expect(met.contains(CoveragePoint(.completionSet, .idle)))
    #expect(met.contains { $0.state == .behind })
    var coverage = Coverage(kinds: ["messageLoss", "duplicates"])
    var outcome = SeedOutcome(seed: 1)
    outcome.coveragePoints = [CoveragePoint(.completionSet, .offline)]
    outcome.faults = [.requestLost: 1]
    let kinds = [
      "messageLoss": "network.lossProbability=0.1",
      "duplicates": "network.duplicateProbability=0.1",
    ]
    .map { SwarmDraw.Kind(name: $0.key, settings: [$0.value]) }
    for _ in 0..<20 { coverage.add(outcome, drawn: kinds) }
    #expect(coverage.seeds("messageLoss", .completionSet, .offline) == 20)
    // A fault that was drawn and never triggered covers nothing, and is reported.
    #expect(coverage.drawn["duplicates"] == 20 && coverage.neverTriggered == ["duplicates"])
    #expect(coverage.notReached("messageLoss").map(\.kinds.count).max() == FactKind.allCases.count)
    #expect(coverage.seeds("duplicates", .completionSet, .offline) == 0)
    #expect(coverage.reached == 1)
    #expect(coverage.operationKinds("messageLoss", .offline) == 1)
    #expect(coverage.kindsNeverSubmitted.count == FactKind.allCases.count - 1)
  }
}
