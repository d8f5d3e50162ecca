import Base
import Metrics
import Population
import Simulator

/// The figures of a scenario that was lived in memory, from which nothing is written.
struct LivedFigures {
  private(set) var metrics: KpiAccumulator
  private(set) var digest: Digest128
  /// How often a property was violated.
  private(set) var violations: UInt64

  init(_ scenario: Scenario, threads: Int, links: HouseholdLinks = .byMembership) throws {
    var metrics = BatchObserver.accumulator(scenario)
    var totals = SimulationTotals()
    try PopulationRun(scenario, threads: threads).run(
      makeScratch: { BatchObserver(scenario, keeping: Keeping(links: links)) },
      observe: { scratch, community in try scratch.observe(community) },
      conclude: { scratch in try scratch.conclude() },
      checkpoint: { if Interruption.isRequested { throw Comparison.Problem.interrupted } },
      take: { next, batch in
        totals.add(next)
        metrics.merge(batch.metrics)
      })
    self.metrics = metrics
    digest = totals.digest
    violations = totals.violationCount
  }
}
