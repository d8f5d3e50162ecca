public import Base
import Parquet
public import Metrics

/// The results of a run as an SQLite file, for queries with SQL.
public struct ResultsDatabase {
  /// A property of the run with one value, such as its seed.
  public typealias Fact = (name: String, value: DatabaseValue)

  /// The format: the tables with their columns, and the names in the table of the run.
  public static let format = FormatVersion("database", 7, remedy: "run its scenario again")

  /// "SHKO" read as a number, and the version of the tables.
  private static let identity = DatabaseFile.Identity(
    application: 0x5348_4B4F, version: Int32(format.current))

  public var facts: [Fact] = []
  public var files: [TableFileInfo] = []
  public var metricResults: [MetricResult] = []
  /// The metrics of each segment, by the name of the segment.
  public var segments: [(name: String, metricResults: [MetricResult])] = []
  public var days: [DayTotals] = []
  public var retention: [RetentionPoint] = []
  public var survival: [(side: Side, curve: SurvivalCurve)] = []
  /// Percentiles; the maximum has 100 percent.
  public var latencies: [(title: String, percent: Double, milliseconds: Int64, count: Int64)] = []
  public var network: [(name: String, count: Int64)] = []
  public var cost: [(name: String, value: Double)] = []
  public var properties: [(id: String, description: String, checks: Int64, violations: Int64)] = []
  public var rejections:
    [(rejectedBy: String, reason: Int, name: String, message: String, count: Int64)] = []
  public var violations: [String] = []
  public var biasBreakdown: BiasBreakdown?

  public init() {}

  /// Why the database at a path cannot be read, as a sentence; nil if it has this format.
  public static func refusal(of path: String) throws(DatabaseError) -> String? {
    let database = try Database(path: path, mode: .readOnly)
    func number(_ name: String) throws(DatabaseError) -> Int64? {
      guard case .integer(let number)? = try database.rows(of: "PRAGMA \(name)").first?.first else {
        return nil
      }
      return number
    }
    guard try number("application_id") == Int64(identity.application) else {
      return "this is no database of results"
    }
    guard let version = try number("user_version") else { return nil }
    return format.refusal(of: Int(version))
  }

  public func write(to path: String) throws(DatabaseError) {
    try DatabaseFile.build(at: path, Self.identity) { database throws(DatabaseError) in
      // One transaction for all rows: a transaction costs as much as ten rows.
      try database.execute("BEGIN")
      for table in ResultsTable.all { try database.execute(table.statement) }
      for (table, rows) in rows {
        var insert = try database.prepare(table.insertion)
        for row in rows { try insert.run(row) }
      }
      try database.execute("COMMIT")
    }
  }

  /// All rows, table by table.
  private var rows: [(ResultsTable, [[DatabaseValue]])] {
    [
      (.run, facts.map { [.text($0.name), $0.value] }),
      (.files, files.map(Self.row)),
      (.columnSums, files.flatMap(Self.sums)),
      (
        .metricDefinitions,
        metricResults.map {
          [
            .text($0.id), .text($0.title), .text($0.definition), .text($0.unit),
            .text($0.origin.name),
          ]
        }
      ),
      (
        .metricValues,
        ([(name: "", metricResults: metricResults)] + segments).flatMap { segment in
          segment.metricResults.flatMap { Self.rows($0, of: segment.name) }
        }
      ),
      (.days, days.flatMap(Self.rows)),
      (.curves, retention.flatMap(Self.rows) + survival.flatMap { Self.rows($0.side, $0.curve) }),
      (
        .latencies,
        latencies.map {
          [.text($0.title), .real($0.percent), .integer($0.milliseconds), .integer($0.count)]
        }
      ),
      (.network, network.map { [.text($0.name), .integer($0.count)] }),
      (.cost, cost.map { [.text($0.name), .real($0.value)] }),
      (
        .properties,
        properties.map {
          [.text($0.id), .text($0.description), .integer($0.checks), .integer($0.violations)]
        }
      ),
      (
        .rejections,
        rejections.map {
          [
            .text($0.rejectedBy), .integer(Int64($0.reason)), .text($0.name), .text($0.message),
            .integer($0.count),
          ]
        }
      ),
      (
        .violations,
        violations.enumerated().map { [.integer(Int64($0.offset + 1)), .text($0.element)] }
      ),
      (.biasBreakdown, (biasBreakdown?.entries ?? []).flatMap(Self.rows)),
      (.completeness, (biasBreakdown?.completeness.lines ?? []).flatMap(Self.rows)),
      (
        .dictionary,
        ResultsTable.all.flatMap { table in
          table.columns.map { [.text(table.name), .text($0.name), .text($0.meaning)] }
        }
      ),
    ]
  }
}

// Conversions to rows.
extension ResultsDatabase {
  private static func row(_ file: TableFileInfo) -> [DatabaseValue] {
    [
      .text(file.path), .integer(Int64(file.rows)), .integer(Int64(file.bytes)),
      .text(file.sha256),
    ]
  }

  private static func sums(_ file: TableFileInfo) -> [[DatabaseValue]] {
    zip(file.schema.columns, file.sums).filter { hasSum($0.0) }.map { column, sum in
      [.text(file.path), .text(column.name), .integer(sum)]
    }
  }

  private static func hasSum(_ column: ColumnSchema) -> Bool {
    switch column.kind {
    case .string, .double, .date, .timestampMilliseconds: false
    default: true
    }
  }

  private static func rows(_ metric: MetricResult, of segment: String) -> [[DatabaseValue]] {
    metric.sides.map { side in
      let estimate = side.estimate
      let interval = estimate?.interval
      return [
        .text(metric.id), .text(side.side.rawValue), .text(segment), real(estimate?.value),
        real(interval?.lower), real(interval?.upper),
        .integer(estimate?.numerator ?? 0), .integer(estimate?.denominator ?? 0),
        estimate?.households.map { .integer($0) } ?? .null, real(metric.target),
        side.verdict.map { .text($0.rawValue) } ?? .null,
      ]
    }
  }

  private static func rows(_ day: DayTotals) -> [[DatabaseValue]] {
    [(Side.truth, day.truth), (.observed, day.observed)].map { side, counts in
      [
        .integer(Int64(day.day)), .text(side.rawValue), .integer(day.enrolled),
        .integer(counts.active), .integer(counts.habitsDue), .integer(counts.habitsDone),
      ]
    }
  }

  private static func rows(_ point: RetentionPoint) -> [[DatabaseValue]] {
    [(Side.truth, point.truth), (.observed, point.observed)].map { side, estimate in
      [
        .text("retention"), .text(side.rawValue), .integer(Int64(point.day)),
        real(estimate?.value), .integer(estimate?.numerator ?? 0),
        .integer(estimate?.denominator ?? 0), real(estimate?.interval?.lower),
        real(estimate?.interval?.upper),
      ]
    }
  }

  private static func rows(_ side: Side, _ curve: SurvivalCurve) -> [[DatabaseValue]] {
    curve.points.map { point in
      [
        .text("survival"), .text(side.rawValue), .integer(Int64(point.day)),
        .real(point.survival), .integer(point.atRisk - point.left), .integer(point.atRisk),
        real(point.interval?.lower), real(point.interval?.upper),
      ]
    }
  }

  private static func rows(_ entry: BiasBreakdown.Entry) -> [[DatabaseValue]] {
    entry.parts.enumerated().map { place, part in
      [
        .text(entry.result.id), .integer(Int64(place + 1)), .text(part.cause.rawValue),
        .real(part.before), .real(part.after), .real(part.size),
      ]
    }
  }

  private static func rows(_ line: CompletenessCurve.Line) -> [[DatabaseValue]] {
    line.points.map { point in
      [
        .text(line.definition), .integer(Int64(point.waitDays)), real(point.truth),
        real(point.observed), real(point.bias),
      ]
    }
  }

  private static func real(_ value: Double?) -> DatabaseValue { value.map { .real($0) } ?? .null }
}
