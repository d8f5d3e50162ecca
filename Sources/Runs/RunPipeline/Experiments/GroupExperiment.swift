public import Metrics
import Population
public import Scenarios
import Simulator

/// What groups do, found out by three lives of the same people: with groups and without, and with
/// half of the households invited at random.
public struct GroupExperiment: Sendable {
  public let scenario: Scenario
  public let runs: GroupExperimentRuns
  /// How often a property was violated in any of them.
  public let violations: UInt64

  /// What the study asks for beside the scenario, as settings of a command line.
  public static let without = ["activities.groupMemberFraction=0", "interventions.treatment=none"]
  public static let with = ["interventions.treatment=none"]

  /// The same people, half of whose households are invited; also where nobody heeds that, which is
  /// an answer as well.
  public static func invited(_ scenario: Scenario) -> Scenario {
    var scenario = scenario
    scenario.interventions.treatment = .invitations
    scenario.interventions.treatedFraction = 0.5
    scenario.interventions.startDay = 0
    return scenario
  }

  /// Lives the scenario in the three ways, as they were resolved.
  public init(without: Scenario, with: Scenario, invited: Scenario, threads: Int) throws {
    scenario = with
    let none = try Self.live(without, threads)
    let all = try Self.live(with, threads)
    let half = try Self.live(invited, threads)
    runs = GroupExperimentRuns(
      without: none.others, with: all.others, uninvited: half.others, invited: half.treated)
    violations = none.violations + all.violations + half.violations
  }

  private struct ArmSums: Sendable {
    var others: MetricAccumulator
    var treated: MetricAccumulator
    var violations: UInt64 = 0

    init(_ scenario: Scenario) {
      others = BatchObserver.accumulator(scenario)
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
      count = MetricReplay(scenario, links: .byNeighborhood)
      simulated = ArmSums(scenario)
    }

    mutating func observe(_ community: borrowing Community) {
      let interventions = interventions
      count.add(community, to: &simulated.others) { !interventions.isTreated($0) }
      count.add(community, to: &simulated.treated) { interventions.isTreated($0) }
    }

    /// What was counted since it was last asked.
    mutating func conclude() -> ArmSums {
      defer { simulated = ArmSums(scenario) }
      return simulated
    }
  }

  private static func live(_ scenario: Scenario, _ threads: Int) throws -> ArmSums {
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
