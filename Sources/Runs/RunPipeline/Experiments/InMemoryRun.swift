import Base
import Metrics
import Population
import Scenarios
import Simulator

/// The figures of a scenario that was lived in memory, from which nothing is written.
struct InMemoryRun {
  private(set) var metrics: MetricAccumulator
  /// The same by the parts of the people.
  private(set) var breakdown: MetricBreakdown
  private(set) var digest: Digest128
  /// How often a property was violated.
  private(set) var violations: UInt64

  init(_ scenario: Scenario, threads: Int, links: HouseholdClusters = .byMembership) throws {
    var metrics = BatchObserver.accumulator(scenario)
    var breakdown = MetricBreakdown(days: scenario.days, seed: scenario.seed)
    var totals = SimulationTotals()
    try PopulationRun(scenario, threads: threads).run(
      makeScratch: { BatchObserver(scenario, keeping: ObserverOptions(links: links)) },
      observe: { scratch, community in try scratch.observe(community) },
      conclude: { scratch in try scratch.conclude() },
      checkpoint: { if Interruption.isRequested { throw ScenarioComparison.Problem.interrupted } },
      take: { next, batch in
        totals.add(next)
        metrics.merge(batch.metrics)
        breakdown.add(batch.parts)
      })
    self.metrics = metrics
    self.breakdown = breakdown
    digest = totals.digest
    violations = totals.violationCount
  }
}
