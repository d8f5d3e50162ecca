/// The tables of `results.sqlite`, with the meaning of each column.
public struct ResultsTable: Sendable {
  public let name: String
  let columns: [(name: String, type: String, meaning: String)]
  /// The columns of the primary key.
  let key: [String]
  /// The query behind it if it is a view on other tables.
  var view: String?

  /// The statement that makes the table.
  var statement: String {
    if let view { return "CREATE VIEW \(name) AS \(view);" }
    let columns = columns.map { "\($0.name) \($0.type)".trimmed }
    return "CREATE TABLE \(name) (\(columns.joined(separator: ", ")), "
      + "PRIMARY KEY (\(key.joined(separator: ", ")))) WITHOUT ROWID;"
  }

  /// The statement that adds a row.
  var insertion: String {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \(name) VALUES (\(marks))"
  }

  public static let all = [
    run, files, columnSums, metricDefinitions, metricValues, metricResults, days, curves, latencies,
    network, cost, properties, rejections, violations, biasBreakdown, completeness, dictionary,
  ]

  static let run = ResultsTable(
    name: "run",
    columns: [
      ("name", "TEXT", "a property of the run, such as its seed"), ("value", "", "its value"),
    ], key: ["name"])

  static let files = ResultsTable(
    name: "files",
    columns: [
      ("path", "TEXT", "a file of the dataset"), ("rows", "INTEGER", "its rows"),
      ("bytes", "INTEGER", "its size"), ("sha256", "TEXT", "its SHA-256"),
    ], key: ["path"])

  static let columnSums = ResultsTable(
    name: "column_sums",
    columns: [
      ("file", "TEXT", "a file of the dataset"),
      ("column_name", "TEXT", "a column of whole numbers or booleans"),
      ("total", "INTEGER", "the sum of all its values"),
    ], key: ["file", "column_name"])

  private static let metric = (
    "metric", "TEXT", "metric id; its SQL is metrics/<id>.sql"
  )
  private static let words = [
    ("title", "TEXT", "its title"),
    ("definition", "TEXT", "its numerator and denominator, in words"),
    ("unit", "TEXT", "unit of the denominator, such as people"),
    ("origin", "TEXT", "assumed or modeled if parameters give the value, else emergent"),
  ]

  static let metricDefinitions = ResultsTable(
    name: "metric_definitions", columns: [metric] + words, key: ["metric"])

  /// A run has thousands of values, so they do not repeat titles and definitions.
  static let metricValues = ResultsTable(
    name: "metric_values",
    columns: [metric]
      + metricResults.columns.filter { column in
        column.name != "interval"
          && ![metric.0, "title", "definition", "unit", "origin"].contains(column.name)
      }, key: ["metric", "side", "segment"])

  static let metricResults = ResultsTable(
    name: "metrics",
    columns: [metric] + words + [
      ("side", "TEXT", "truth, or observed: known to the server"),
      (
        "segment", "TEXT",
        "the segment of the people, such as `role: child`, by cohort, product, role, platform, "
          + "age, or group; empty for all people"
      ),
      ("value", "REAL", "null while the denominator is zero"),
      (
        "interval", "TEXT",
        "the 95 % confidence interval, such as `[0.25, 0.5]`; null where none would be right"
      ),
      ("lower", "REAL", "its lower bound"), ("upper", "REAL", "its upper bound"),
      ("numerator", "INTEGER", "numerator of the metric"),
      ("denominator", "INTEGER", "denominator of the metric; unit names what it counts"),
      ("households", "INTEGER", "how many households contribute to the denominator"),
      ("target", "REAL", "null if it has none"),
      (
        "verdict", "TEXT",
        "pass, fail, inconclusive, too few, immature, "
          + "not applicable, no cases; null without target"
      ),
    ], key: ["metric", "side", "segment"],
    view: """
      SELECT metric, title, definition, unit, origin, side, segment, value, \
      '[' || lower || ', ' || upper || ']' AS interval, lower, upper, numerator, denominator, \
      households, target, verdict FROM metric_values JOIN metric_definitions USING (metric)
      """)

  static let days = ResultsTable(
    name: "days",
    columns: [
      ("run_day", "INTEGER", "the day of the run, starting at 0"),
      ("side", "TEXT", "truth or observed"),
      ("enrolled", "INTEGER", "people enrolled"), ("active", "INTEGER", "people active"),
      ("habits_due", "INTEGER", "habits due"), ("habits_done", "INTEGER", "habits done"),
    ], key: ["run_day", "side"])

  static let curves = ResultsTable(
    name: "curves",
    columns: [
      ("curve", "TEXT", "retention, or survival: people without a gap of 14 days so far"),
      ("side", "TEXT", "truth or observed"), ("day", "INTEGER", "days since the first active day"),
      ("value", "REAL", "the share of people"), ("numerator", "INTEGER", "people counted"),
      ("denominator", "INTEGER", "people observed that long"),
      ("lower", "REAL", "lower bound of the 95 % interval"),
      ("upper", "REAL", "upper bound of the 95 % interval"),
    ], key: ["curve", "side", "day"])

  static let latencies = ResultsTable(
    name: "latencies",
    columns: [
      ("title", "TEXT", "what was measured"),
      ("percent", "REAL", "the percentile; 100 for the maximum"),
      ("milliseconds", "INTEGER", "its value"), ("count", "INTEGER", "how many were measured"),
    ], key: ["title", "percent"])

  static let network = ResultsTable(
    name: "network",
    columns: [
      ("name", "TEXT", "a counter of messages, servers or conflicts"),
      ("count", "INTEGER", "how many"),
    ], key: ["name"])

  static let cost = ResultsTable(
    name: "cost",
    columns: [
      (
        "name", "TEXT",
        "documents read and written per day, the free tier and how many people it is enough for, "
          + "families active within a month, dollars per month for the budgeted number of "
          + "families, and the budget"
      ),
      ("value", "REAL", "its value"),
    ], key: ["name"])

  static let properties = ResultsTable(
    name: "properties",
    columns: [
      ("property", "TEXT", "its identifier"), ("description", "TEXT", "what it requires"),
      ("checks", "INTEGER", "how often it was checked"),
      ("violations", "INTEGER", "how often it was violated"),
    ], key: ["property"])

  static let rejections = ResultsTable(
    name: "rejections",
    columns: [
      ("rejected_by", "TEXT", "device or server"),
      ("reason", "INTEGER", "the number of the reason"), ("name", "TEXT", "its name"),
      ("message", "TEXT", "the message on the screen"),
      ("count", "INTEGER", "how often it happened"),
    ], key: ["rejected_by", "reason"])

  static let violations = ResultsTable(
    name: "violations",
    columns: [
      ("number", "INTEGER", "the first violations, numbered from 1"),
      ("description", "TEXT", "which property was violated, where and when"),
    ], key: ["number"])

  static let biasBreakdown = ResultsTable(
    name: "bias_breakdown",
    columns: [
      ("metric", "TEXT", "the metric; only runs with `--bias` have rows here"),
      ("cause_order", "INTEGER", "the order in which causes were removed, starting at 1"),
      (
        "cause", "TEXT",
        "lost, immaturity, late, clock, zone, duplicates, or rules: the rest"
      ),
      ("bias_before", "REAL", "observed minus truth with the cause"),
      ("bias_after", "REAL", "observed minus truth without it"),
      ("contribution", "REAL", "the bias due to the cause: before minus after"),
    ], key: ["metric", "cause_order"])

  static let completeness = ResultsTable(
    name: "completeness",
    columns: [
      ("metric", "TEXT", "the metric, measured over the run's first days"),
      ("wait_days", "INTEGER", "days waited after the end of these first days"),
      ("truth", "REAL", "value from all that people had entered after that wait"),
      ("observed", "REAL", "value from the data the server had after that wait"),
      ("bias", "REAL", "observed minus truth"),
    ], key: ["metric", "wait_days"])

  static let dictionary = ResultsTable(
    name: "dictionary",
    columns: [
      ("table_name", "TEXT", "a table of this file"), ("column_name", "TEXT", "a column of it"),
      ("meaning", "TEXT", "its meaning"),
    ], key: ["table_name", "column_name"])
}

extension String {
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
