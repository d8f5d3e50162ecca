import Base
import JSONText
import Metrics
import Reporting
import RunPipeline

/// What `run --json` prints: the run as one object, including its speed.
struct RunDocument {
  static let schemaVersion = 5

  private let outcome: RunOutcome
  private let reproduction: RunReproduction?

  init(_ outcome: RunOutcome, reproduction: RunReproduction? = nil) {
    self.outcome = outcome
    self.reproduction = reproduction
  }

  /// The run, with the bias breakdown if requested.
  var json: JSONNode {
    guard let biasBreakdown = outcome.report.biasBreakdown, let members = run.members else {
      return run
    }
    return .object(
      members.map { ($0.key, $0.node) } + [("biasBreakdown", BiasDocument.json(biasBreakdown))])
  }

  private var run: JSONNode {
    let report = outcome.report
    return [
      "schemaVersion": .integer(Self.schemaVersion),
      "run": .string(outcome.name),
      "scenario": .string(report.scenario),
      "version": .string(report.program.version),
      "commit": .string(report.program.commit),
      "sources": .string(report.program.sources),
      "seed": .integer(report.seed),
      "digest": .string(report.digest),
      "policy": .string(report.conflicts.policy),
      "people": .integer(report.people),
      "days": .integer(report.days),
      "personDays": .integer(report.personDays),
      "steps": .integer(Int(outcome.steps)),
      "stepsImpossible": .integer(Int(outcome.stepsImpossible)),
      "operations": .integer(report.operations),
      "replicaApplies": .integer(report.replicaApplies),
      "carriedFields": .integer(report.conflicts.carried),
      "concurrentWrites": Self.counted(report.conflicts.concurrent, in: report.conflicts),
      "lostUpdates": Self.counted(report.conflicts.lostUpdates, in: report.conflicts),
      "seconds": .number(outcome.performance.seconds),
      "threads": .integer(outcome.performance.threads),
      "peakMemoryBytes": .integer(outcome.performance.peakMemoryBytes),
      "datasetBytes": .integer(report.datasetBytes),
      "propertiesViolated": .integer(PropertySummary(report.properties).violated.count),
      "propertiesNotExercised": .array(
        PropertySummary(report.properties).notExercised.map { .string($0.id) }),
      "checkedScopes": SummaryDocument.json(of: report.checkedScopes),
      "reproduction": reproduction.map { .string($0.path) } ?? .null,
      "paths": [
        "dataset": .string(outcome.datasetPath), "results": .string(outcome.resultsPath),
        "report": .string(outcome.reportPath),
      ],
      "metrics": .array(report.metricResults.map(Self.metric)),
    ]
  }

  /// A count that replayed logs gave; null if no log was replayed.
  private static func counted(_ count: Int64, in conflicts: ConflictSummary) -> JSONNode {
    conflicts.isCounted ? .integer(count) : .null
  }

  private static func metric(_ metric: MetricResult) -> JSONNode {
    [
      "metric": .string(metric.id),
      "truth": estimate(metric.truth),
      "observed": estimate(metric.observed),
      "target": metric.target.map(JSONNode.number) ?? .null,
      "verdict": metric.verdict.map { .string($0.rawValue) } ?? .null,
    ]
  }

  private static func estimate(_ estimate: Estimate?) -> JSONNode {
    guard let estimate else { return .null }
    return [
      "value": .number(estimate.value), "numerator": .integer(estimate.numerator),
      "denominator": .integer(estimate.denominator),
      "lower": estimate.interval.map { .number($0.lower) } ?? .null,
      "upper": estimate.interval.map { .number($0.upper) } ?? .null,
      "noInterval": estimate.gap.map { .string($0.text) } ?? .null,
    ]
  }
}
