import Chronology
import Datasets
import DomainCore
import JSONText
import Population
import Scenarios
import Reporting
import Testing
import SimulatedWorld

@testable import RunPipeline
@testable import Simulator

@Suite("What the backend costs")
struct CostSummaryTests {
  /// A thousand people over some days, of which the last is twice as busy as the others.
  private static func totals(days: Int64) -> SimulationTotals {
    var totals = SimulationTotals()
    totals.counters.people = 1_000
    for number in 0..<days {
      let times = number == days - 1 ? 2 : 1 as Int64
      let use = BackendUse(
        reads: 100_000 * times, writes: 50_000 * times, deletes: 1_000, bytesSent: 1 << 30,
        bytesKept: 1 << 28, textMessages: 10)
      // In parts and out of order, as the totals of communities come in.
      let day = LocalDay(number: 20_000 + Int32(days - 1 - number))
      totals.backend.add([(day, use)])
    }
    return totals
  }

  @Test("follows from what was read, written, moved and kept, at published prices")
  func prices() throws {
    var scenario = Scenario()
    scenario.days = 10
    // 200 families active on each of the ten days.
    let cost = CostSummary(Self.totals(days: 10), activeFamilyDays: 2_000, of: scenario)
    #expect(cost.readsPerDay == 110_000 && cost.writesPerDay == 55_000)
    // On the busiest day four times the free reads, and five times the free writes.
    #expect(cost.peopleWithinFreeTier == 200 && cost.activeFamilies == 200)
    let kept = (1...10).reduce(0) { $0 + Double($1) * 0.25 * 0.026 / 30 }
    let work = 1_100_000 * 0.6e-6 + 550_000 * 1.8e-6 + 10_000 * 0.2e-6
    let dollars = work + 10 * 0.15 + 100 * 0.0075 + kept
    let aMonth = dollars * 30 / 10 * 100 / 200
    #expect(abs(try #require(cost.dollarsPerMonth) - aMonth) < 1e-6)
    #expect(cost.budgetStatus == "below")
  }

  @Test("is above the budget where few families do much, and inside it between")
  func standing() {
    var scenario = Scenario()
    scenario.days = 10
    func standing(_ families: Int64) -> String? {
      CostSummary(Self.totals(days: 10), activeFamilyDays: 10 * families, of: scenario).budgetStatus
    }
    // About 12 dollars in a month, for so many families.
    #expect(standing(5) == "above" && standing(10) == "inside" && standing(100) == "below")
  }

  @Test("adds up whatever the order in which communities end")
  func order() {
    var scenario = Scenario()
    scenario.days = 10
    var forwards = SimulationTotals()
    forwards.add(Self.totals(days: 4))
    forwards.add(Self.totals(days: 10))
    var backwards = SimulationTotals()
    backwards.add(Self.totals(days: 10))
    backwards.add(Self.totals(days: 4))
    let one = CostSummary(forwards, activeFamilyDays: 100, of: scenario)
    #expect(one == CostSummary(backwards, activeFamilyDays: 100, of: scenario))
    #expect(one.writesPerDay == 80_000)
  }

  @Test("is not told where nobody was active")
  func nobody() {
    var scenario = Scenario()
    scenario.days = 30
    let cost = CostSummary(SimulationTotals(), activeFamilyDays: 0, of: scenario)
    #expect(cost.dollarsPerMonth == nil && cost.budgetStatus == nil && cost.peopleWithinFreeTier == 0)
  }

  @Test("counts a family for every month in which one of it was active, as the dataset has it")
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
    // Whatever was said is written at least once.
    #expect(cost.writesPerDay >= Double(run.outcome.report.operations) / Double(days))
    #expect(cost.readsPerDay > cost.writesPerDay / 2)
    let told = try run.json("results/first/summary.json")["cost"]
    #expect(told?["activeFamilies"]?.double == cost.activeFamilies)
    let row = try run.rows(of: "SELECT value FROM cost WHERE name = 'activeFamilies'")
    #expect(row == [[.real(cost.activeFamilies)]])
  }
}
