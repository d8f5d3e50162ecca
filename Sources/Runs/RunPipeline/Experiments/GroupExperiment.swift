public import Metrics
import Population
public import Scenarios
import SimulatedWorld
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
    let all = try Self.arms(of: with, threads)
    let none = try Self.arms(of: without, threads, joiners: all.joined)
    let half = try Self.arms(of: invited, threads)
    runs = GroupExperimentRuns(
      without: none.others, with: all.others, joiners: all.joiners,
      joinersWithout: none.joiners, uninvited: half.others, invited: half.treated)
    violations = none.violations + all.violations + half.violations
  }

  private struct ArmSums: Sendable {
    var others: MetricAccumulator
    var treated: MetricAccumulator
    /// People of both arms who joined a group, in this run or in the one that names them.
    var joiners: MetricAccumulator
    /// Their numbers in the population.
    var joined: Set<UInt32> = []
    var violations: UInt64 = 0

    init(_ scenario: Scenario) {
      others = BatchObserver.accumulator(scenario, keepsClusters: true)
      treated = others
      joiners = others
    }
  }

  private struct Counter: ~Copyable {
    let scenario: Scenario
    let interventions: Interventions
    /// The joiners of another run of the same people; nil for those of this run.
    let joined: Set<UInt32>?
    var count: MetricReplay
    var simulated: ArmSums

    init(_ scenario: Scenario, joiners joined: Set<UInt32>?) {
      self.scenario = scenario
      self.joined = joined
      interventions = Interventions(scenario)
      count = MetricReplay(scenario, in: .communities)
      simulated = ArmSums(scenario)
    }

    mutating func observe(_ community: borrowing Community) {
      let interventions = interventions
      count.add(community, to: &simulated.others) { !interventions.isTreated($0) }
      count.add(community, to: &simulated.treated) { interventions.isTreated($0) }
      let joined = joined ?? Self.joined(in: community)
      count.add(community, to: &simulated.joiners, ofPeople: { joined.contains($0) })
      if self.joined == nil { simulated.joined.formUnion(joined) }
    }

    /// The numbers of the people of a community who ever joined a group.
    private static func joined(in community: borrowing Community) -> Set<UInt32> {
      let days = community.world.groupDays()
      return Set(days.indices.filter { days[$0] != nil }.map { community.resident($0).number })
    }

    /// Returns the sums since the last call.
    mutating func conclude() -> ArmSums {
      defer { simulated = ArmSums(scenario) }
      return simulated
    }
  }

  /// `joiners` are the people of another run whom to sum apart; nil for the joiners of this one.
  private static func arms(
    of scenario: Scenario, _ threads: Int, joiners: Set<UInt32>? = nil
  ) throws -> ArmSums {
    var simulated = ArmSums(scenario)
    try PopulationRun(scenario, threads: threads).run(
      makeScratch: { Counter(scenario, joiners: joiners) },
      observe: { counter, community in counter.observe(community) },
      conclude: { counter in counter.conclude() },
      checkpoint: { if Interruption.isRequested { throw ScenarioComparison.Problem.interrupted } },
      take: { totals, batch in
        simulated.others.merge(batch.others)
        simulated.treated.merge(batch.treated)
        simulated.joiners.merge(batch.joiners)
        simulated.joined.formUnion(batch.joined)
        simulated.violations += totals.violationCount
      })
    return simulated
  }
}
