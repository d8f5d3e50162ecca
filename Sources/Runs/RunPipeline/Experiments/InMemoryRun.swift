import Base
import Metrics
import Population
import Scenarios
import Simulator

/// The metrics of a scenario that ran in memory, without any files.
struct InMemoryRun {
  private(set) var metrics: MetricAccumulator
  /// The metrics by segment.
  private(set) var breakdown: MetricBreakdown
  private(set) var digest: Digest128
  /// The number of violations.
  private(set) var violations: UInt64

  init(_ scenario: Scenario, threads: Int, clusters: HouseholdClusters) throws {
    var metrics = BatchObserver.accumulator(scenario, keepsClusters: true)
    var breakdown = MetricBreakdown(days: scenario.days, keepsClusters: true)
    var totals = SimulationTotals()
    try PopulationRun(scenario, threads: threads).run(
      makeScratch: {
        BatchObserver(scenario, keeping: ObserverOptions(clusters: clusters, keepsClusters: true))
      },
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
