import Base
import Properties
import Scenarios
import Simulator
import Testing

@testable import RunPipeline

@Suite("A large run whose devices read the server's states")
struct SharedBasesTests {
  /// The digest of a run, and how often P5 was checked.
  private static func results(
    _ scenario: Scenario, sharesBases: Bool
  ) throws -> (digest: Digest128, checks: UInt64) {
    let simulation = Simulation(scenario, sharesBases: sharesBases)
    var totals = SimulationTotals()
    try PopulationRun(simulation, threads: 1).run(
      makeScratch: { 0 }, observe: { _, _ in }, conclude: { _ in 0 },
      take: { next, _ in totals.add(next) })
    return (totals.digest, totals.checks[.convergence] ?? 0)
  }

  @Test(
    "has the results of one whose devices fold all rows themselves",
    arguments: ["default", "baseline", "all-products"])
  func named(scenario: String) throws {
    let scenario = try ScenarioLibrary().resolve(
      scenario, overrides: ["people=300", "days=20", "seed=11"])
    let (shared, own) = (
      try Self.results(scenario, sharesBases: true), try Self.results(scenario, sharesBases: false)
    )
    #expect(shared.digest == own.digest)
    // Copies that share are compared with nothing.
    #expect(shared.checks > 0 && shared.checks < own.checks)
  }
}
