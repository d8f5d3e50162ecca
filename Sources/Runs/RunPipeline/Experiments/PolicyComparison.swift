public import Metrics
import Population
public import Scenarios

/// What other conflict policies cost a scenario, of the same people under the same luck.
public struct PolicyComparison: Sendable {
  /// A policy that the scenario has not chosen.
  public struct Other: Sendable {
    public let policy: String
    /// Whether it came to the same, byte by byte.
    public let isSame: Bool
    /// From the chosen policy to this one.
    public let differences: [PairedDifference]
  }

  public let scenario: Scenario
  /// The policy that the scenario has chosen.
  public let chosen: String
  public let others: [Other]
  /// How often a property was violated under the chosen one.
  public let violations: UInt64

  /// Lives the scenario under every policy, in memory.
  public init(of scenario: Scenario, threads: Int) throws {
    let links = HouseholdClusters.alike(in: [scenario])
    let own = try InMemoryRun(scenario, threads: threads, links: links)
    self.scenario = scenario
    chosen = scenario.sync.policyName
    violations = own.violations
    let unchosen = SyncParameters.policyNames.filter { $0 != scenario.sync.policyName }
    others = try unchosen.map { policy in
      var other = scenario
      other.sync.choosePolicy(policy)
      let simulated = try InMemoryRun(other, threads: threads, links: links)
      return Other(
        policy: policy, isSame: simulated.digest == own.digest,
        differences: own.metrics.differences(to: simulated.metrics))
    }
  }
}
