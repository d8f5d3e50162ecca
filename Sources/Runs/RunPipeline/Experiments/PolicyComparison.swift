public import Metrics
import Population
public import Scenarios

/// How other conflict policies change the metrics of a scenario, with the same people and draws.
public struct PolicyComparison: Sendable {
  /// A policy other than the one of the scenario.
  public struct Other: Sendable {
    public let policy: String
    /// Whether its run is identical, byte for byte.
    public let isSame: Bool
    /// The differences between the chosen policy and this one.
    public let differences: [PairedDifference]
  }

  public let scenario: Scenario
  /// The policy of the scenario.
  public let chosen: String
  public let others: [Other]
  /// The number of violations under the chosen policy.
  public let violations: UInt64

  /// Runs the scenario under every policy, in memory.
  public init(of scenario: Scenario, threads: Int) throws {
    let clusters = HouseholdClusters.alike(in: [scenario])
    let own = try InMemoryRun(scenario, threads: threads, clusters: clusters)
    self.scenario = scenario
    chosen = scenario.sync.policyName
    violations = own.violations
    let unchosen = SyncParameters.policyNames.filter { $0 != scenario.sync.policyName }
    others = try unchosen.map { policy in
      var other = scenario
      other.sync.choosePolicy(policy)
      let simulated = try InMemoryRun(other, threads: threads, clusters: clusters)
      return Other(
        policy: policy, isSame: simulated.digest == own.digest,
        differences: own.metrics.differences(to: simulated.metrics))
    }
  }
}
