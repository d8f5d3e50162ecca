import Base
import Metrics
import Population
import Simulator

/// The figures of a scenario that was lived in memory, from which nothing is written.
struct LivedFigures {
  private(set) var metrics: KpiAccumulator
  /// The same by the parts of the people.
  private(set) var breakdown: KpiBreakdown
  private(set) var digest: Digest128
  /// How often a property was violated.
  private(set) var violations: UInt64

  init(_ scenario: Scenario, threads: Int, links: HouseholdLinks = .byMembership) throws {
    var metrics = BatchObserver.accumulator(scenario)
    var breakdown = KpiBreakdown(days: scenario.days, seed: scenario.seed)
    var totals = SimulationTotals()
    try PopulationRun(scenario, threads: threads).run(
      makeScratch: { BatchObserver(scenario, keeping: Keeping(links: links)) },
      observe: { scratch, community in try scratch.observe(community) },
      conclude: { scratch in try scratch.conclude() },
      checkpoint: { if Interruption.isRequested { throw Comparison.Problem.interrupted } },
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
