import Chronology
import DomainCore
import Population
import Reporting
import World

extension CostSummary {
  /// COST-1: what a run's servers did and kept, at published prices.
  ///
  /// A row that is applied on a replica is a document read, but for the one by which a device
  /// learns of what it wrote itself; an operation is a document written and kept. A row counts with
  /// the bytes that it has in memory, which is about what it has on its way. Work is taken to be
  /// spread evenly over the days.
  init(_ counters: WorldCounters, activeFamilyDays: Int64, of scenario: Scenario) {
    let days = Int64(scenario.days)
    let reads = max(0, counters.replicaApplies - counters.operations)
    let bytes = WorldCounters.bytesOfRow
    var meter = CostMeter()
    let morning = Zone.utc.startOfDay(scenario.firstDay)
    for day in 0..<days {
      /// So much of a total falls on this day; the days add up to it.
      func part(_ total: Int64) -> Int64 { total * (day + 1) / days - total * day / days }
      meter.note(
        BackendUse(
          reads: part(reads), writes: part(counters.operations),
          bytesSent: part(counters.replicaApplies) * bytes,
          bytesKept: part(counters.operations) * bytes, textMessages: part(counters.textMessages)),
        at: morning + day * Span.day)
    }
    let (quota, budget) = (FreeQuota.published, CostBudget.published)
    let (readsADay, writesADay) = (
      Double(reads) / Double(days), Double(counters.operations) / Double(days)
    )
    let load = max(readsADay / Double(quota.reads), writesADay / Double(quota.writes))
    let spent = meter.nanodollars()
    self.init(
      readsADay: readsADay, writesADay: writesADay, readsFree: quota.reads,
      writesFree: quota.writes, peopleFree: load > 0 ? Double(counters.people) / load : 0,
      activeFamilies: Double(activeFamilyDays) / Double(days),
      dollarsAMonth: activeFamilyDays > 0
        ? Double(spent) / 1e9 * 30 * Double(budget.families) / Double(activeFamilyDays) : nil,
      budgetFamilies: budget.families, budgetLow: budget.dollarsLow,
      budgetHigh: budget.dollarsHigh,
      standing: activeFamilyDays > 0
        ? "\(budget.standing(nanodollars: spent, days: 1, active: activeFamilyDays))" : nil)
  }
}
