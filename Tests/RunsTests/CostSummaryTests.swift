import Datasets
import JSONText
import Population
import Reporting
import Testing
import World

@testable import Runs

@Suite("What the backend costs")
struct CostSummaryTests {
  private static func counters() -> WorldCounters {
    var counters = WorldCounters()
    counters.people = 1_000
    counters.operations = 500_000
    counters.replicaApplies = 1_500_000
    counters.textMessages = 100
    return counters
  }

  @Test("follows from what was read, written, moved and kept, at published prices")
  func prices() throws {
    var scenario = Scenario()
    scenario.days = 10
    // 200 families active on each of the ten days.
    let cost = CostSummary(Self.counters(), activeFamilyDays: 2_000, of: scenario)
    #expect(cost.readsADay == 100_000 && cost.writesADay == 50_000)
    // Twice the free reads and two and a half times the free writes.
    #expect(cost.peopleFree == 400 && cost.activeFamilies == 200)
    let row = Double(WorldCounters.bytesOfRow)
    let moved = 1_500_000 * row / 0x1p30 * 0.15
    // A tenth is kept from each day on: eleven halves of a tenth on a mean day.
    let kept = (1...10).reduce(0) { $0 + Double($1) * 50_000 * row / 0x1p30 * 0.026 / 30 }
    let dollars = 1_000_000 * 0.6e-6 + 500_000 * 1.8e-6 + 100 * 0.0075 + moved + kept
    let aMonth = dollars * 30 / 10 * 100 / 200
    #expect(abs(try #require(cost.dollarsAMonth) - aMonth) < 1e-6)
    #expect(cost.standing == "below")
  }

  @Test("is above the budget where few families do much, and inside it between")
  func standing() {
    var scenario = Scenario()
    scenario.days = 30
    func standing(_ families: Int64) -> String? {
      CostSummary(Self.counters(), activeFamilyDays: 30 * families, of: scenario).standing
    }
    // About 2.3 dollars a month, which is 2.3 × 100 ÷ families for a hundred of them.
    #expect(standing(1) == "above" && standing(3) == "inside" && standing(100) == "below")
  }

  @Test("is not told where nobody was active")
  func nobody() {
    var scenario = Scenario()
    scenario.days = 30
    let cost = CostSummary(WorldCounters(), activeFamilyDays: 0, of: scenario)
    #expect(cost.dollarsAMonth == nil && cost.standing == nil && cost.peopleFree == 0)
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
    #expect(cost.writesADay == Double(run.outcome.report.operations) / Double(days))
    let told = try run.json("results/first/summary.json")["cost"]
    #expect(told?["activeFamilies"]?.double == cost.activeFamilies)
    let row = try run.rows(of: "SELECT value FROM cost WHERE name = 'activeFamilies'")
    #expect(row == [[.real(cost.activeFamilies)]])
  }
}
