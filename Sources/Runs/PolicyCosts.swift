public import Metrics
public import Population

/// What other conflict policies cost a scenario, of the same people under the same luck.
public struct PolicyCosts: Sendable {
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
    let links = HouseholdLinks.alike(in: [scenario])
    let own = try LivedFigures(scenario, threads: threads, links: links)
    self.scenario = scenario
    chosen = scenario.sync.policyName
    violations = own.violations
    let unchosen = SyncParameters.policyNames.filter { $0 != scenario.sync.policyName }
    others = try unchosen.map { policy in
      var other = scenario
      other.sync.choosePolicy(policy)
      let lived = try LivedFigures(other, threads: threads, links: links)
      return Other(
        policy: policy, isSame: lived.digest == own.digest,
        differences: own.metrics.differences(to: lived.metrics))
    }
  }
}
