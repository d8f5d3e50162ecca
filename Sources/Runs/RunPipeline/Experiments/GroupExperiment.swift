public import Metrics
import Population
public import Scenarios
import Simulator

/// The effect of groups, estimated from three runs of the same population: with groups, without
/// groups, and with half of the households invited at random.
public struct GroupExperiment: Sendable {
  public let scenario: Scenario
  public let runs: GroupExperimentRuns
  /// The number of violations in all three runs.
  public let violations: UInt64

  /// The settings of the experiment on top of the scenario, as overrides of a command line.
  public static let without = ["activities.groupMemberFraction=0", "interventions.treatment=none"]
  public static let with = ["interventions.treatment=none"]

  /// The scenario with half of the households invited, even if no one follows an invitation: no
  /// effect is also a result.
  public static func invited(_ scenario: Scenario) -> Scenario {
    var scenario = scenario
    scenario.interventions.treatment = .invitations
    scenario.interventions.treatedFraction = 0.5
    scenario.interventions.startDay = 0
    return scenario
  }

  /// Makes the three runs from their resolved scenarios.
  public init(without: Scenario, with: Scenario, invited: Scenario, threads: Int) throws {
    scenario = with
    let none = try Self.arms(of: without, threads)
    let all = try Self.arms(of: with, threads)
    let half = try Self.arms(of: invited, threads)
    runs = GroupExperimentRuns(
      without: none.others, with: all.others, uninvited: half.others, invited: half.treated)
    violations = none.violations + all.violations + half.violations
  }

  private struct ArmSums: Sendable {
    var others: MetricAccumulator
    var treated: MetricAccumulator
    var violations: UInt64 = 0

    init(_ scenario: Scenario) {
      others = BatchObserver.accumulator(scenario, keepsClusters: true)
      treated = others
    }
  }

  private struct Counter: ~Copyable {
    let scenario: Scenario
    let interventions: Interventions
    var count: MetricReplay
    var simulated: ArmSums

    init(_ scenario: Scenario) {
      self.scenario = scenario
      interventions = Interventions(scenario)
      count = MetricReplay(scenario, in: .communities)
      simulated = ArmSums(scenario)
    }

    mutating func observe(_ community: borrowing Community) {
      let interventions = interventions
      count.add(community, to: &simulated.others) { !interventions.isTreated($0) }
      count.add(community, to: &simulated.treated) { interventions.isTreated($0) }
    }

    /// Returns the sums since the last call.
    mutating func conclude() -> ArmSums {
      defer { simulated = ArmSums(scenario) }
      return simulated
    }
  }

  private static func arms(of scenario: Scenario, _ threads: Int) throws -> ArmSums {
    var simulated = ArmSums(scenario)
    try PopulationRun(scenario, threads: threads).run(
      makeScratch: { Counter(scenario) },
      observe: { counter, community in counter.observe(community) },
      conclude: { counter in counter.conclude() },
      checkpoint: { if Interruption.isRequested { throw ScenarioComparison.Problem.interrupted } },
      take: { totals, batch in
        simulated.others.merge(batch.others)
        simulated.treated.merge(batch.treated)
        simulated.violations += totals.violationCount
      })
    return simulated
  }
}
