/// The tables of `results.sqlite`: their columns, and what these mean.
public struct ResultsTable: Sendable {
  public let name: String
  let columns: [(name: String, type: String, meaning: String)]
  /// The columns that tell rows apart.
  let key: [String]
  /// What it is read from where it has no rows of its own: a view on other tables.
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
    run, files, columnSums, figures, metricValues, metricResults, days, curves, latencies, network,
    cost,
    properties, refusals,
    violations, biasBreakdown, completeness, dictionary,
  ]

  static let run = ResultsTable(
    name: "run",
    columns: [
      ("name", "TEXT", "what is told of the run, such as its seed"), ("value", "", "what it is"),
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
      ("column_name", "TEXT", "a column of whole numbers or truths"),
      ("total", "INTEGER", "the sum of all its values"),
    ], key: ["file", "column_name"])

  private static let metric = (
    "metric", "TEXT", "the key figure, as its SQL in `metrics` is named"
  )
  private static let words = [
    ("title", "TEXT", "what it is called"),
    ("definition", "TEXT", "what is counted and what that is held against, in words"),
    ("unit", "TEXT", "what it is a share, a mean or a number of"),
  ]

  static let figures = ResultsTable(name: "figures", columns: [metric] + words, key: ["metric"])

  /// A run has thousands of them, so they do not repeat what their figure is called.
  static let metricValues = ResultsTable(
    name: "metric_values",
    columns: [metric]
      + metricResults.columns.filter { column in
        column.name != "interval"
          && ![metric.0, "title", "definition", "unit"].contains(column.name)
      }, key: ["metric", "side", "segment"])

  static let metricResults = ResultsTable(
    name: "kpis",
    columns: [metric] + words + [
      ("side", "TEXT", "truth, or observed: what the server knows"),
      (
        "segment", "TEXT",
        "the part of the people, such as `role: child`, by cohort, product, role, platform, age, "
          + "or group; empty for everybody"
      ),
      ("value", "REAL", "null while nothing can be counted"),
      (
        "interval", "TEXT",
        "the 95 % interval, such as `[0.25, 0.5]`; null with fewer than two households"
      ),
      ("lower", "REAL", "its lower end"), ("upper", "REAL", "its upper end"),
      ("numerator", "INTEGER", "what was counted"),
      ("n", "INTEGER", "what that is held against: the denominator, as unit says"),
      ("households", "INTEGER", "how many households the figure rests on"),
      ("target", "REAL", "null where there is none"),
      ("verdict", "TEXT", "pass, fail, inconclusive, too few, immature; null without target"),
    ], key: ["metric", "side", "segment"],
    view: """
      SELECT metric, title, definition, unit, side, segment, value, \
      '[' || lower || ', ' || upper || ']' AS interval, lower, upper, numerator, n, households, \
      target, verdict FROM metric_values JOIN figures USING (metric)
      """)

  static let days = ResultsTable(
    name: "days",
    columns: [
      ("run_day", "INTEGER", "a day of the run, from 0 on"), ("side", "TEXT", "truth or observed"),
      ("enrolled", "INTEGER", "people enrolled"), ("active", "INTEGER", "people active"),
      ("habits_due", "INTEGER", "habits due"), ("habits_done", "INTEGER", "habits done"),
    ], key: ["run_day", "side"])

  static let curves = ResultsTable(
    name: "curves",
    columns: [
      ("curve", "TEXT", "retention, or survival: people without a gap of 14 days so far"),
      ("side", "TEXT", "truth or observed"), ("day", "INTEGER", "days since the first active day"),
      ("value", "REAL", "the share of people"), ("numerator", "INTEGER", "people counted"),
      ("denominator", "INTEGER", "people followed that long"),
      ("lower", "REAL", "the lower end of the 95 % interval"),
      ("upper", "REAL", "the upper end of the 95 % interval"),
    ], key: ["curve", "side", "day"])

  static let latencies = ResultsTable(
    name: "latencies",
    columns: [
      ("title", "TEXT", "from where to where"),
      ("percent", "REAL", "so many of a hundred took no longer; 100 for the longest"),
      ("milliseconds", "INTEGER", "how long"), ("count", "INTEGER", "how many were measured"),
    ], key: ["title", "percent"])

  static let network = ResultsTable(
    name: "network",
    columns: [
      ("name", "TEXT", "what was counted of messages and servers"),
      ("count", "INTEGER", "how many"),
    ], key: ["name"])

  static let cost = ResultsTable(
    name: "cost",
    columns: [
      (
        "name", "TEXT",
        "documents read and written on a mean day, what is free of that and for how many people, "
          + "families active within a month, dollars a month for so many of them, and the budget"
      ),
      ("value", "REAL", "how much"),
    ], key: ["name"])

  static let properties = ResultsTable(
    name: "properties",
    columns: [
      ("id", "TEXT", "a promise"), ("promise", "TEXT", "what it says"),
      ("checks", "INTEGER", "how often it was checked"),
      ("violations", "INTEGER", "how often it was broken"),
    ], key: ["id"])

  static let refusals = ResultsTable(
    name: "refusals",
    columns: [
      ("place", "TEXT", "device or server"), ("reason", "INTEGER", "the number of the reason"),
      ("name", "TEXT", "its name"), ("sentence", "TEXT", "what the screen says"),
      ("count", "INTEGER", "how often"),
    ], key: ["place", "reason"])

  static let violations = ResultsTable(
    name: "violations",
    columns: [
      ("number", "INTEGER", "the first ones, from 1 on"),
      ("sentence", "TEXT", "what was broken, where and when"),
    ], key: ["number"])

  static let biasBreakdown = ResultsTable(
    name: "ledger",
    columns: [
      ("metric", "TEXT", "the key figure; only runs with `--ledger` have rows here"),
      ("place", "INTEGER", "in which order causes were switched off, from 1 on"),
      (
        "cause", "TEXT",
        "lost, immaturity, late, clock, zone, duplicates, or rules: what is left at the end"
      ),
      ("before", "REAL", "observed less truth with the cause"),
      ("after", "REAL", "observed less truth without it"),
      ("size", "REAL", "what the cause accounts for: the one less the other"),
    ], key: ["metric", "place"])

  static let completeness = ResultsTable(
    name: "settling",
    columns: [
      ("metric", "TEXT", "the key figure, of the run's first days"),
      ("wait_days", "INTEGER", "days between the end of those and the question"),
      ("truth", "REAL", "what people had said of them by then"),
      ("observed", "REAL", "what the server knew of them"),
      ("bias", "REAL", "the one less the other"),
    ], key: ["metric", "wait_days"])

  static let dictionary = ResultsTable(
    name: "dictionary",
    columns: [
      ("table_name", "TEXT", "a table of this file"), ("column_name", "TEXT", "a column of it"),
      ("meaning", "TEXT", "what it holds"),
    ], key: ["table_name", "column_name"])
}

extension String {
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
