import Datasets
import Foundation
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import Testing

@testable import RunPipeline

/// A run with enough network faults that truth and observed differ.
@Suite("Metrics equal those of the published rows")
struct MetricParityTests {
  private static let published = Result {
    try PublishedRun(
      SmallRun.scenario(people: 80, days: 40) {
        $0.metrics.allowedLatenessDays = 2
        $0.behavior.leaveHazardDaily = 0.01
      })
  }

  private let run: PublishedRun

  init() throws {
    run = try Self.published.get()
  }

  private func plain(isObserved: Bool) throws -> [String: ReferenceMetrics.Ratio] {
    ReferenceMetrics(
      try run.table("person_days"), isObserved: isObserved, days: 40, allowedLatenessDays: 2
    ).all
  }

  @Test("metrics of the outcome equal the reference", arguments: [false, true])
  func outcome(isObserved: Bool) throws {
    let expected = try plain(isObserved: isObserved)
    let metricResults = run.outcome.report.metricResults
    #expect(Set(metricResults.map(\.id)) == Set(MetricDefinition.all.map(\.id)))
    for metric in metricResults where expected[metric.id] != nil {
      let estimate = try #require(isObserved ? metric.observed : metric.truth)
      #expect(
        ReferenceMetrics.Ratio(numerator: estimate.numerator, denominator: estimate.denominator)
          == expected[metric.id], "\(metric.id)")
      #expect(estimate.denominator > 0)
    }
  }

  @Test("metrics in the database equal the reference", arguments: [false, true])
  func database(isObserved: Bool) throws {
    let expected = try plain(isObserved: isObserved)
    let rows = try run.rows(
      of: """
        SELECT metric, numerator, denominator FROM metrics
        WHERE side = ? AND segment = '' ORDER BY metric
        """,
      isObserved ? "observed" : "truth")
    let known = expected.keys.map { DatabaseValue.text($0) }
    #expect(
      rows.filter { known.contains($0[0]) }
        == expected.sorted { $0.key < $1.key }.map {
          [.text($0.key), .integer($0.value.numerator), .integer($0.value.denominator)]
        })
  }

  @Test("metrics in the summary equal the reference", arguments: [false, true])
  func summary(isObserved: Bool) throws {
    let expected = try plain(isObserved: isObserved)
    let summary = try run.json("results/first/summary.json")
    let metricResults = try #require(summary["metrics"]?.elements)
    #expect(metricResults.count == MetricDefinition.all.count)
    for metric in metricResults where expected[try #require(metric["metric"]?.string)] != nil {
      let estimate = try #require(metric[isObserved ? "observed" : "truth"])
      let ratio = ReferenceMetrics.Ratio(
        numerator: try #require(estimate["numerator"]?.integer(as: Int64.self)),
        denominator: try #require(estimate["denominator"]?.integer(as: Int64.self)))
      #expect(ratio == expected[try #require(metric["metric"]?.string)])
    }
  }

  @Test("truth and observed differ in this run, so that neither can replace the other")
  func sidesDiffer() throws {
    let (truth, observed) = (try plain(isObserved: false), try plain(isObserved: true))
    for id in ["pc.dau", "pc.habits_completed", "pc.sync_success"] {
      #expect(truth[id] != observed[id], "\(id)")
    }
  }

  @Test("the counts of each day equal those of its rows")
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
