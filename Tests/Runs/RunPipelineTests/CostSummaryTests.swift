import Chronology
import Datasets
import DomainCore
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import Testing
import SimulatedWorld

@testable import RunPipeline
@testable import Simulator

@Suite("Backend cost")
struct CostSummaryTests {
  /// A thousand people over some days, with double load on the last day.
  private static func totals(days: Int64) -> SimulationTotals {
    var totals = SimulationTotals()
    totals.counters.people = 1_000
    for number in 0..<days {
      let times = number == days - 1 ? 2 : 1 as Int64
      let use = BackendUse(
        reads: 100_000 * times, writes: 50_000 * times, deletes: 1_000, bytesSent: 1 << 30,
        bytesKept: 1 << 28, textMessages: 10)
      // In parts and out of order, like the totals of communities.
      let day = LocalDay(number: 20_000 + Int32(days - 1 - number))
      totals.backend.add([(day, use)])
    }
    return totals
  }

  @Test("the cost follows from reads, writes, traffic and storage at published prices")
  func prices() throws {
    var scenario = Scenario()
    scenario.days = 10
    // 200 families active on each of the ten days.
    let cost = CostSummary(
      Self.totals(days: 10), activeFamilyDays: 2_000, of: scenario, metricResults: [])
    #expect(cost.readsPerDay == 110_000 && cost.writesPerDay == 55_000)
    #expect(cost.activeFamilies == 200)
    let kept = (1...10).reduce(0) { $0 + Double($1) * 0.25 * 0.026 / 30 }
    let work = 1_100_000 * 0.6e-6 + 550_000 * 1.8e-6 + 10_000 * 0.2e-6
    let dollars = work + 10 * 0.15 + 100 * 0.0075 + kept
    let aMonth = dollars * 30 / 10 * 100 / 200
    #expect(abs(try #require(cost.dollarsPerMonth) - aMonth) < 1e-6)
    #expect(cost.budgetStatus == "below")
  }

  @Test("few active families are above the budget, more are inside or below it")
  func standing() {
    var scenario = Scenario()
    scenario.days = 10
    func standing(_ families: Int64) -> String? {
      CostSummary(
        Self.totals(days: 10), activeFamilyDays: 10 * families, of: scenario, metricResults: []
      ).budgetStatus
    }
    // About 12 dollars per month for that many families.
    #expect(standing(5) == "above" && standing(10) == "inside" && standing(100) == "below")
  }

  @Test("the sum does not depend on the order of communities")
  func order() {
    var scenario = Scenario()
    scenario.days = 10
    var forwards = SimulationTotals()
    forwards.add(Self.totals(days: 4))
    forwards.add(Self.totals(days: 10))
    var backwards = SimulationTotals()
    backwards.add(Self.totals(days: 10))
    backwards.add(Self.totals(days: 4))
    let one = CostSummary(forwards, activeFamilyDays: 100, of: scenario, metricResults: [])
    #expect(one == CostSummary(backwards, activeFamilyDays: 100, of: scenario, metricResults: []))
    #expect(one.writesPerDay == 80_000)
  }

  @Test("without active families there is no cost per family")
  func noActiveFamilies() {
    var scenario = Scenario()
    scenario.days = 30
    let cost = CostSummary(SimulationTotals(), activeFamilyDays: 0, of: scenario, metricResults: [])
    #expect(cost.dollarsPerMonth == nil && cost.budgetStatus == nil)
    #expect(cost.peopleWithinFreeTier == 0)
  }

  @Test("a family counts in every month with an active member, as in the dataset")
  func families() throws {
    let days = 45
    let run = try PublishedRun(SmallRun.scenario(days: days))
    let rows = try run.table("person_days")
    let (active, household) = (rows.flags("active"), rows.integers("household"))
    let months = Set(
      rows.integers("run_day").indices.filter { active[$0] }.map { row in
        [household[row], rows.integers("run_day")[row] / 30]
      })
    let familyDays = months.reduce(0) { $0 + ($1[1] == 0 ? 30 : days - 30) }
    let cost = try #require(run.outcome.report.cost)
    #expect(cost.activeFamilies == Double(familyDays) / Double(days))
    // Every operation is written at least once.
    #expect(cost.writesPerDay >= Double(run.outcome.report.operations) / Double(days))
    #expect(cost.readsPerDay > cost.writesPerDay / 2)
    // The free tier per person and enrolled day, as the metrics count it.
    let results = run.outcome.report.metricResults
    let reads = try #require(results.first { $0.id == "ft.quota.reads" }?.truth?.value)
    let writes = try #require(results.first { $0.id == "ft.quota.writes" }?.truth?.value)
    let people = min(
      1_000 * Double(cost.freeTierReads) / reads, 1_000 * Double(cost.freeTierWrites) / writes)
    #expect(abs(cost.peopleWithinFreeTier / people - 1) < 1e-12)
    let summary = try run.json("results/first/summary.json")["cost"]
    #expect(summary?["activeFamilies"]?.double == cost.activeFamilies)
    let row = try run.rows(of: "SELECT value FROM cost WHERE name = 'activeFamilies'")
    #expect(row == [[.real(cost.activeFamilies)]])
  }
}
