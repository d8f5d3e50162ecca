public import JSONText
import Metrics

/// The report as `summary.json`: the same bytes for the same run, on every machine.
public struct SummaryDocument {
  /// Rises with every change that a reader of the old form would trip over.
  public static let schemaVersion = 1

  public let json: JSONNode

  public init(_ report: RunReport) {
    var json: JSONNode = [
      "schemaVersion": .integer(Self.schemaVersion),
      "caveat": .string(RunReport.caveat),
      "run": Self.run(report),
      "kpis": .array(report.metricResults.map(MetricDocument.json)),
      "properties": .array(report.properties.map(Self.property)),
      "days": .array(report.dayTotals.map(Self.day)),
      "retentionCurve": .array(report.retentionCurve.map(Self.retention)),
      "latencies": .array(report.latencies.map(Self.latency)),
      "replicasPerFamily": .array(report.replicasPerFamily.map(Self.replicas)),
      "network": Self.network(report.network),
      "conflicts": Self.conflicts(report.conflicts),
      "refusals": .array(report.refusals.map(Self.refusal)),
      "files": .array(report.files.map(Self.file)),
    ]
    var more: [(String, JSONNode)] = []
    if let cost = report.cost { more.append(("cost", Self.cost(cost))) }
    if let biasBreakdown = report.biasBreakdown {
      more.append(("ledger", BiasDocument.json(biasBreakdown)))
    }
    json = .object((json.members ?? []).map { ($0.key, $0.node) } + more)
    self.json = json
  }

  /// The document as the file's text.
  public var text: String {
    JSONWriter(.pretty).text(json)
  }

  private static func run(_ report: RunReport) -> JSONNode {
    [
      "scenario": .string(report.scenario),
      "seed": .integer(report.seed),
      "version": .string(report.version),
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

  private static func property(_ property: PropertyResult) -> JSONNode {
    [
      "id": .string(property.id),
      "what": .string(property.what),
      "checks": .integer(property.checks),
      "violations": .integer(property.violations),
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
      "answersDamaged": .integer(network.responsesDamaged),
      "answersStale": .integer(network.responsesStale),
      "offlineSpells": .integer(network.offlinePeriods),
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
      "carried": .integer(conflicts.carried),
      "concurrent": .integer(conflicts.concurrent),
      "overwrittenUnseen": .integer(conflicts.lostUpdates),
      "logsRead": .integer(conflicts.logsReplayed),
    ]
  }

  private static func cost(_ cost: CostSummary) -> JSONNode {
    .object(
      cost.numbers.map { ($0.name, .number($0.value)) }
        + [("standing", cost.budgetStatus.map { .string($0) } ?? .null)])
  }

  private static func refusal(_ refusal: RejectionCount) -> JSONNode {
    [
      "reason": .integer(refusal.reason),
      "name": .string(refusal.name),
      "sentence": .string(refusal.sentence),
      "device": .integer(refusal.onDevices),
      "server": .integer(refusal.onServer),
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
