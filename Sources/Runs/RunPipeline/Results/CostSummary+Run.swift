import DomainCore
import Metrics
import Population
import Scenarios
import Reporting
import Simulator
import SimulatedWorld

extension CostSummary {
  /// COST-1: the daily load of a run's servers at published prices.
  ///
  /// How many people fit into the free tier follows from the metrics of reads and writes per
  /// enrolled day, so that the two never disagree.
  init(
    _ totals: SimulationTotals, activeFamilyDays: Int64, of scenario: Scenario,
    metricResults: [MetricResult]
  ) {
    let (quota, budget) = (FreeQuota.published, CostBudget.published)
    let meter = totals.backend.meter
    let (days, total) = (Double(scenario.days), meter.total)
    // The metrics are per 1,000 people and enrolled day.
    func load(_ id: String, _ free: Int64) -> Double {
      let used = metricResults.first { $0.id == id }?.truth?.value ?? 0
      return used / 1_000 / Double(free)
    }
    let load = max(load("ft.quota.reads", quota.reads), load("ft.quota.writes", quota.writes))
    let spent = meter.nanodollars()
    let hasActiveFamilies = activeFamilyDays > 0
    self.init(
      readsPerDay: Double(total.reads) / days, writesPerDay: Double(total.writes) / days,
      freeTierReads: quota.reads, freeTierWrites: quota.writes,
      peopleWithinFreeTier: load > 0 ? 1 / load : 0,
      activeFamilies: Double(activeFamilyDays) / days,
      dollarsPerMonth: hasActiveFamilies
        ? Double(spent) / 1e9 * 30 * Double(budget.families) / Double(activeFamilyDays) : nil,
      budgetFamilies: budget.families, budgetLow: budget.dollarsLow,
      budgetHigh: budget.dollarsHigh,
      budgetStatus: hasActiveFamilies
        ? budget.standing(nanodollars: spent, days: 1, active: activeFamilyDays).rawValue : nil)
  }
}
