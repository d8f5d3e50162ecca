public import Base
public import JSONText
import Metrics

/// The report as `summary.json`: the same bytes for the same run, on every machine.
public struct SummaryDocument {
  public static let format = FormatVersion("summary", 5, remedy: "run its scenario again")

  public let json: JSONNode

  public init(_ report: RunReport) {
    var json: JSONNode = [
      "schemaVersion": .integer(Self.format.current),
      "caveat": .string(RunReport.caveat),
      "run": Self.run(report),
      "metrics": .array(report.metricResults.map(MetricDocument.json)),
      "propertiesHeadline": .string(report.propertySummary.headline),
      "properties": Self.properties(report.properties),
      "checkedScopes": Self.json(of: report.checkedScopes),
      "days": .array(report.dayTotals.map(Self.day)),
      "retentionCurve": .array(report.retentionCurve.map(Self.retention)),
      "latencies": .array(report.latencies.map(Self.latency)),
      "replicasPerFamily": .array(report.replicasPerFamily.map(Self.replicas)),
      "network": Self.network(report.network),
      "conflicts": Self.conflicts(report.conflicts),
      "rejections": .array(report.rejections.map(Self.rejection)),
      "files": .array(report.files.map(Self.file)),
    ]
    var more: [(String, JSONNode)] = []
    if let cost = report.cost { more.append(("cost", Self.cost(cost))) }
    if let biasBreakdown = report.biasBreakdown {
      more.append(("biasBreakdown", BiasDocument.json(biasBreakdown)))
    }
    json = .object((json.members ?? []).map { ($0.key, $0.node) } + more)
    self.json = json
  }

  /// The text of the file.
  public var text: String {
    JSONWriter(.pretty).text(json)
  }

  private static func run(_ report: RunReport) -> JSONNode {
    [
      "scenario": .string(report.scenario),
      "seed": .integer(report.seed),
      "version": .string(report.program.version),
      "commit": .string(report.program.commit),
      "sources": .string(report.program.sources),
      "digest": .string(report.digest),
      "households": .integer(report.households),
      "people": .integer(report.people),
      "days": .integer(report.days),
      "allowedLatenessDays": .integer(report.allowedLatenessDays),
      "personDays": .integer(report.personDays),
      "operations": .integer(report.operations),
      "replicaApplies": .integer(report.replicaApplies),
      "datasetBytes": .integer(report.datasetBytes),
    ]
  }

  /// The properties of a run, the same in every document.
  public static func properties(_ properties: [PropertyResult]) -> JSONNode {
    .array(properties.map(property))
  }

  /// In how many scopes the properties were checked when, the same in every document.
  public static func json(of scopes: CheckedScopes) -> JSONNode {
    ["count": .integer(scopes.count), "atEachStep": .integer(scopes.atEachStep)]
  }

  private static func property(_ property: PropertyResult) -> JSONNode {
    [
      "property": .string(property.id),
      "description": .string(property.description),
      "checks": .integer(property.checks),
      "violations": .integer(property.violations),
      "outcome": .string(property.outcome.rawValue),
    ]
  }

  private static func day(_ totals: DayTotals) -> JSONNode {
    [
      "day": .integer(totals.day),
      "joined": .integer(totals.joined),
      "enrolled": .integer(totals.enrolled),
      "active": .integer(totals.truth.active),
      "habitsDue": .integer(totals.truth.habitsDue),
      "habitsDone": .integer(totals.truth.habitsDone),
      "observedActive": .integer(totals.observed.active),
      "observedHabitsDue": .integer(totals.observed.habitsDue),
      "observedHabitsDone": .integer(totals.observed.habitsDone),
    ]
  }

  private static func retention(_ point: RetentionPoint) -> JSONNode {
    [
      "day": .integer(point.day),
      "truth": MetricDocument.estimate(point.truth),
      "observed": MetricDocument.estimate(point.observed),
    ]
  }

  private static func latency(_ latency: LatencySummary) -> JSONNode {
    let percentiles = latency.percentiles.map { percentile in
      JSONNode.object([
        ("percent", .number(Double(percentile.thousandths) / 1_000)),
        ("milliseconds", .integer(percentile.milliseconds)),
      ])
    }
    return [
      "title": .string(latency.title),
      "count": .integer(latency.count),
      "percentiles": .array(percentiles),
      "millisecondsMax": latency.millisecondsMax.map { .integer($0) } ?? .null,
    ]
  }

  private static func replicas(_ count: ReplicaCount) -> JSONNode {
    ["replicas": .integer(count.replicas), "families": .integer(count.families)]
  }

  private static func network(_ network: NetworkCounters) -> JSONNode {
    [
      "messages": .integer(network.messages),
      "lost": .integer(network.lost),
      "duplicated": .integer(network.duplicated),
      "responsesDamaged": .integer(network.responsesDamaged),
      "responsesStale": .integer(network.responsesStale),
      "offlinePeriods": .integer(network.offlinePeriods),
      "retries": .integer(network.retries),
      "outages": .integer(network.outages),
      "failovers": .integer(network.failovers),
      "operationsLost": .integer(network.operationsLost),
      "crashes": .integer(network.crashes),
    ]
  }

  private static func conflicts(_ conflicts: ConflictSummary) -> JSONNode {
    [
      "policy": .string(conflicts.policy),
      "carriedFields": .integer(conflicts.carried),
      "concurrentWrites": conflicts.isCounted ? .integer(conflicts.concurrent) : .null,
      "lostUpdates": conflicts.isCounted ? .integer(conflicts.lostUpdates) : .null,
      "logsReplayed": .integer(conflicts.logsReplayed),
    ]
  }

  private static func cost(_ cost: CostSummary) -> JSONNode {
    .object(
      cost.numbers.map { ($0.name, .number($0.value)) }
        + [("budgetStatus", cost.budgetStatus.map { .string($0) } ?? .null)])
  }

  private static func rejection(_ rejection: RejectionCount) -> JSONNode {
    [
      "reason": .integer(rejection.reason),
      "name": .string(rejection.name),
      "message": .string(rejection.message),
      "device": .integer(rejection.onDevices),
      "server": .integer(rejection.onServer),
    ]
  }

  private static func file(_ file: DatasetFile) -> JSONNode {
    [
      "path": .string(file.path),
      "rows": file.rows.map { .integer($0) } ?? .null,
      "bytes": .integer(file.bytes),
    ]
  }
}
