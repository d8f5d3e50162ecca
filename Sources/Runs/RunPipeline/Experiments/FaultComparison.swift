public import Environment
public import Metrics
import Population
public import Scenarios

/// How each fault category changes the metrics of a scenario, with the same people and draws.
public struct FaultComparison: Sendable {
  /// The scenario without one fault category.
  public struct Without: Sendable {
    public let cause: FaultCause
    /// The differences between the scenario with all faults and without this category.
    public let differences: [PairedDifference]
  }

  public let scenario: Scenario
  /// For each fault category that the scenario uses, and for all of them together.
  public let without: [Without]
  /// The number of violations in the scenario with all faults.
  public let violations: UInt64

  /// Runs the scenario with and without each category, in memory.
  public init(of scenario: Scenario, threads: Int) throws {
    let clusters = HouseholdClusters.alike(in: [scenario])
    let own = try InMemoryRun(scenario, threads: threads, clusters: clusters)
    self.scenario = scenario
    violations = own.violations
    let causes = FaultCause.allCases.filter { $0.removingFaults(scenario) != scenario }
    without = try causes.map { cause in
      let simulated = try InMemoryRun(
        cause.removingFaults(scenario), threads: threads, clusters: clusters)
      return Without(
        cause: cause, differences: own.metrics.differences(to: simulated.metrics))
    }
  }
}
