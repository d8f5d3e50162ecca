import Base
import Scenarios
import Simulator
import Testing

@testable import RunPipeline

@Suite("A large run whose devices read the server's states")
struct SharedBasesTests {
  /// The digests of all communities of a run, and how often P5 was checked.
  private static func digests(
    _ scenario: Scenario, sharesBases: Bool
  ) -> (digests: [Digest128], checks: UInt64) {
    let simulation = Simulation(scenario, sharesBases: sharesBases)
    var checks: UInt64 = 0
    let digests = (0..<simulation.map.count).map { index in
      let community = simulation.simulated(index)
      checks += community.world.events.monitor.shared.tally.checks(of: .convergence)
      return community.digest
    }
    return (digests, checks)
  }

  @Test(
    "has the results of one whose devices fold all rows themselves",
    arguments: ["default", "baseline", "all-products"])
  func named(scenario: String) throws {
    let scenario = try ScenarioLibrary().resolve(
      scenario, overrides: ["people=300", "days=20", "seed=11"])
    let (shared, own) = (
      Self.digests(scenario, sharesBases: true), Self.digests(scenario, sharesBases: false)
    )
    #expect(shared.digests.count > 3 && shared.digests == own.digests)
    // Copies that share are compared with nothing.
    #expect(shared.checks > 0 && shared.checks < own.checks)
  }
}
