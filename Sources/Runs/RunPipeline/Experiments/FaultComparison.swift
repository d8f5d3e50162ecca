public import Environment
public import Metrics
public import Population
public import Scenarios

/// What trouble costs a scenario, cause by cause, of the same people under the same luck.
public struct FaultComparison: Sendable {
  /// The scenario without a cause of trouble.
  public struct Without: Sendable {
    public let cause: FaultCause
    /// From the scenario as it is to it without the cause.
    public let differences: [PairedDifference]
  }

  public let scenario: Scenario
  /// For each cause that the scenario has, and for all of them together.
  public let without: [Without]
  /// How often a property was violated in the scenario as it is.
  public let violations: UInt64

  /// Lives the scenario with and without each cause, in memory.
  public init(of scenario: Scenario, threads: Int) throws {
    let links = HouseholdClusters.alike(in: [scenario])
    let own = try InMemoryRun(scenario, threads: threads, links: links)
    self.scenario = scenario
    violations = own.violations
    let causes = FaultCause.allCases.filter { $0.removingFaults(scenario) != scenario }
    without = try causes.map { cause in
      let simulated = try InMemoryRun(
        cause.removingFaults(scenario), threads: threads, links: links)
      return Without(
        cause: cause, differences: own.metrics.differences(to: simulated.metrics))
    }
  }
}
