import Datasets
import Foundation
import JSONText
import Metrics
import Population
import Reporting
import Testing

@testable import Runs

/// A run over a network that is bad enough for both sides to differ.
@Suite("The key figures are those of the published rows")
struct KpiParityTests {
  private static let published = Result {
    try PublishedRun(
      SmallRun.scenario(people: 80, days: 40) {
        $0.metrics.allowedLatenessDays = 2
        $0.behaviour.leaveHazardDaily = 0.01
      })
  }

  private let run: PublishedRun

  init() throws {
    run = try Self.published.get()
  }

  private func plain(isObserved: Bool) throws -> [String: PlainKpis.Ratio] {
    PlainKpis(
      try run.table("person_days"), isObserved: isObserved, days: 40, allowedLatenessDays: 2
    ).all
  }

  @Test("in what the run returns", arguments: [false, true])
  func outcome(isObserved: Bool) throws {
    let expected = try plain(isObserved: isObserved)
    let kpis = run.outcome.report.kpis
    #expect(Set(kpis.map(\.id)) == Set(KpiDefinition.all.map(\.id)))
    for kpi in kpis where expected[kpi.id] != nil {
      let estimate = try #require(isObserved ? kpi.observed : kpi.truth)
      #expect(
        PlainKpis.Ratio(numerator: estimate.numerator, denominator: estimate.denominator)
          == expected[kpi.id], "\(kpi.id)")
      #expect(estimate.denominator > 0)
    }
  }

  @Test("in the database", arguments: [false, true])
  func database(isObserved: Bool) throws {
    let expected = try plain(isObserved: isObserved)
    let rows = try run.rows(
      of: """
        SELECT metric, numerator, n FROM kpis WHERE side = ? AND segment = '' ORDER BY metric
        """,
      isObserved ? "observed" : "truth")
    let known = expected.keys.map { DatabaseValue.text($0) }
    #expect(
      rows.filter { known.contains($0[0]) }
        == expected.sorted { $0.key < $1.key }.map {
          [.text($0.key), .integer($0.value.numerator), .integer($0.value.denominator)]
        })
  }

  @Test("in the summary", arguments: [false, true])
  func summary(isObserved: Bool) throws {
    let expected = try plain(isObserved: isObserved)
    let summary = try run.json("results/first/summary.json")
    let kpis = try #require(summary["kpis"]?.elements)
    #expect(kpis.count == KpiDefinition.all.count)
    for kpi in kpis where expected[try #require(kpi["id"]?.string)] != nil {
      let estimate = try #require(kpi[isObserved ? "observed" : "truth"])
      let ratio = PlainKpis.Ratio(
        numerator: try #require(estimate["numerator"]?.integer(as: Int64.self)),
        denominator: try #require(estimate["denominator"]?.integer(as: Int64.self)))
      #expect(ratio == expected[try #require(kpi["id"]?.string)])
    }
  }

  @Test("and both sides differ here, so that none stands in for the other")
  func sidesDiffer() throws {
    let (truth, observed) = (try plain(isObserved: false), try plain(isObserved: true))
    for id in ["pc.dau", "pc.habits_completed", "pc.sync_success"] {
      #expect(truth[id] != observed[id], "\(id)")
    }
  }

  @Test("and the counts of each day are those of its rows")
  func days() throws {
    let table = try run.table("person_days")
    let (enrolled, runDays) = (table.flags("enrolled"), table.integers("run_day"))
    for (side, prefix) in [("truth", ""), ("observed", "observed_")] {
      let active = table.flags(prefix + "active")
      let (due, done) = (
        table.integers(prefix + "habits_due"), table.integers(prefix + "habits_done")
      )
      var expected = Array(repeating: [0, 0, 0, 0] as [Int64], count: 40)
      for row in enrolled.indices where enrolled[row] {
        let day = Int(runDays[row])
        expected[day][0] += 1
        expected[day][1] += active[row] ? 1 : 0
        expected[day][2] += due[row]
        expected[day][3] += done[row]
      }
      let rows = try run.rows(
        of: """
          SELECT enrolled, active, habits_due, habits_done FROM days WHERE side = ?
          ORDER BY run_day
          """, side)
      #expect(rows == expected.map { $0.map { .integer($0) } })
    }
    #expect(run.outcome.report.personDays == Int64(table.rowCount))
  }
}
