import Base
import Datasets
import Metrics
import Population
import Scenarios
import Reporting
import Simulator

extension ResultsDatabase {
  /// Everything in a report, and the parts of the conclusion that no report has.
  init(_ report: RunReport, _ conclusion: RunConclusion, of scenario: Scenario, hash: String) {
    self.init()
    facts = [
      ("scenario", .text(scenario.name)), ("scenarioHash", .text(hash)),
      ("seed", .text("\(scenario.seed)")), ("digest", .text(report.digest)),
      ("version", .text(report.program.version)), ("commit", .text(report.program.commit)),
      ("sources", .text(report.program.sources)), ("days", .integer(Int64(scenario.days))),
      ("allowedLatenessDays", .integer(Int64(scenario.metrics.allowedLatenessDays))),
      ("people", .integer(report.people)), ("households", .integer(report.households)),
      ("personDays", .integer(report.personDays)),
      ("operations", .integer(report.operations)),
      ("replicaApplies", .integer(report.replicaApplies)),
    ]
    files = conclusion.files
    metricResults = report.metricResults
    segments = conclusion.breakdown.segments.map { key in
      let names = RunSegments.names(of: key)
      return (
        "\(names.dimension): \(names.segment)",
        conclusion.breakdown.results(of: key, for: scenario.metrics.definitions)
      )
    }
    days = report.dayTotals
    retention = report.retentionCurve
    survival = Side.allCases.map { ($0, conclusion.metrics.survival($0)) }
    latencies = report.latencies.flatMap { latency in
      let longest = latency.millisecondsMax.map {
        (title: latency.title, percent: 100.0, milliseconds: $0, count: latency.count)
      }
      return latency.percentiles.map {
        (
          title: latency.title, percent: Double($0.thousandths) / 1_000,
          milliseconds: $0.milliseconds, count: latency.count
        )
      } + (longest.map { [$0] } ?? [])
    }
    network = [
      ("messages", report.network.messages), ("lost", report.network.lost),
      ("duplicated", report.network.duplicated),
      ("responsesDamaged", report.network.responsesDamaged),
      ("responsesStale", report.network.responsesStale),
      ("offlinePeriods", report.network.offlinePeriods), ("retries", report.network.retries),
      ("outages", report.network.outages), ("failovers", report.network.failovers),
      ("operationsLost", report.network.operationsLost), ("crashes", report.network.crashes),
      ("carriedFields", report.conflicts.carried),
      ("concurrentWrites", report.conflicts.concurrent),
      ("lostUpdates", report.conflicts.lostUpdates),
      ("logsReplayed", report.conflicts.logsReplayed),
    ]
    cost = report.cost?.numbers ?? []
    properties = report.properties.map { ($0.id, $0.description, $0.checks, $0.violations) }
    rejections = report.rejections.flatMap { rejection in
      [("device", rejection.onDevices), ("server", rejection.onServer)].filter { $0.1 > 0 }.map {
        ($0.0, rejection.reason, rejection.name, rejection.message, $0.1)
      }
    }
    violations = conclusion.totals.violations.map(\.sentence)
    biasBreakdown = report.biasBreakdown
  }
}
