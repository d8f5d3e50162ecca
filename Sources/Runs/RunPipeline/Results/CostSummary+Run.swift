import DomainCore
import Population
import Scenarios
import Reporting
import Simulator
import SimulatedWorld

extension CostSummary {
  /// COST-1: the daily load of a run's servers at published prices.
  init(_ totals: SimulationTotals, activeFamilyDays: Int64, of scenario: Scenario) {
    let (quota, budget) = (FreeQuota.published, CostBudget.published)
    let meter = totals.backend.meter
    let (days, total) = (Double(scenario.days), meter.total)
    // The free tier is per day, so the busiest day decides how many people fit into it.
    let load = (0..<meter.dayCount).reduce(0) { load, day in
      let use = meter.use(day)
      return max(
        load, Double(use.reads) / Double(quota.reads), Double(use.writes) / Double(quota.writes))
    }
    let spent = meter.nanodollars()
    let hasActiveFamilies = activeFamilyDays > 0
    self.init(
      readsPerDay: Double(total.reads) / days, writesPerDay: Double(total.writes) / days,
      freeTierReads: quota.reads, freeTierWrites: quota.writes,
      peopleWithinFreeTier: load > 0 ? Double(totals.counters.people) / load : 0,
      activeFamilies: Double(activeFamilyDays) / days,
      dollarsPerMonth: hasActiveFamilies
        ? Double(spent) / 1e9 * 30 * Double(budget.families) / Double(activeFamilyDays) : nil,
      budgetFamilies: budget.families, budgetLow: budget.dollarsLow,
      budgetHigh: budget.dollarsHigh,
      budgetStatus: hasActiveFamilies
        ? budget.standing(nanodollars: spent, days: 1, active: activeFamilyDays).rawValue : nil)
  }
}
