public import Metrics
public import JSONText

/// The differences between two runs as a table and as JSON.
public enum ComparisonText {
  /// The table with one metric per line; * marks significant differences.
  public static func table(_ differences: [PairedDifference]) -> String {
    var table = TextTable([.left, .right, .right, .right, .left, .right, .right, .left, .left])
    table.add([
      "metric", "first", "second", "difference", "95 % interval", "relative", "variance reduction",
      "", "unit",
    ])
    for row in differences {
      table.add([
        row.definition, number(row.first, row.form), number(row.second, row.form),
        signed(row.difference, row.form), row.interval.map { text(of: $0, row.form) } ?? "",
        row.relative.map { percent($0) } ?? "",
        row.varianceReduction.map { "× \(NumberText.fixed($0, digits: 1))" } ?? "",
        row.isSignificant ? "*" : "", measure(row.form, title: row.title, unit: row.unit),
      ])
    }
    return table.lines.map { "\($0)\n" }.joined()
  }

  /// Explains the columns of `table(_:)` for the two scenarios.
  public static func legend(first: String, second: String) -> String {
    """

    first: \(first). second: \(second).
    difference: second minus first, in percentage points for percentages, with its 95 % interval;
    without one where too few households or clusters of them have anything to count.
    relative: the difference divided by the first value. *: the interval excludes zero.
    variance reduction: with n, two runs of different people would need n times as many households
    for the same interval width.
    Simulated levels are consequences of assumptions, never forecasts.

    """
  }

  /// The metrics of the chosen run and how much they differ in each other one, one metric per line.
  public static func table(
    _ chosen: String, _ others: [(policy: String, differences: [PairedDifference])]
  ) -> String {
    var table = TextTable([.left, .right] + others.flatMap { _ in [.right, .left] } + [.left])
    table.add(["metric", chosen] + others.flatMap { [$0.policy, ""] } + ["unit"])
    for (place, row) in (others.first?.differences ?? []).enumerated() {
      table.add(
        [row.definition, number(row.first, row.form)]
          + others.flatMap { other in
            let row = other.differences[place]
            return [signed(row.difference, row.form), row.isSignificant ? "*" : ""]
          } + [measure(row.form, title: row.title, unit: row.unit)])
    }
    return table.lines.map { "\($0)\n" }.joined()
  }

  /// Explains the columns of `table(_:_:)`.
  public static func legend(chosen: String) -> String {
    """

    \(chosen): the value of the metric. Other columns: the difference from it, in percentage points
    for percentages. *: the 95 % interval of the difference excludes zero.
    Simulated levels are consequences of assumptions, never forecasts.

    """
  }

  /// The unit of a metric in words.
  static func measure(_ form: MetricForm, title: String, unit: String) -> String {
    switch form {
    case .share: "% of \(unit)"
    case .uplift: "% more, of \(unit)"
    case .count: unit
    case .mean, .scaled, .monthly, .difference: "\(title), over \(unit)"
    }
  }

  /// A value; a dash where there is none.
  static func number(_ value: Double?, _ form: MetricForm) -> String {
    guard let value else { return NumberText.missing }
    return form.isPercent
      ? "\(NumberText.fixed(value * 100, digits: 2)) %" : NumberText.fixed(value, digits: 3)
  }

  static func signed(_ value: Double, _ form: MetricForm) -> String {
    plus(value) + NumberText.fixed(value * (form.isPercent ? 100 : 1), digits: 3)
  }

  static func text(of interval: Interval, _ form: MetricForm) -> String {
    "\(signed(interval.lower, form)) … \(signed(interval.upper, form))"
  }

  /// A share of the first value.
  static func percent(_ share: Double) -> String {
    "\(plus(share))\(NumberText.fixed(share * 100, digits: 1)) %"
  }

  private static func plus(_ value: Double) -> String { value > 0 ? "+" : "" }

  /// The differences as JSON.
  public static func json(_ differences: [PairedDifference]) -> JSONNode {
    .array(differences.map(json))
  }

  private static func json(_ row: PairedDifference) -> JSONNode {
    [
      "metric": .string(row.definition), "title": .string(row.title), "unit": .string(row.unit),
      "first": .number(row.first), "second": .number(row.second),
      "difference": .number(row.difference),
      "lower": row.interval.map { .number($0.lower) } ?? .null,
      "upper": row.interval.map { .number($0.upper) } ?? .null,
      "relative": row.relative.map { .number($0) } ?? .null,
      "varianceReduction": row.varianceReduction.map { .number($0) } ?? .null,
      "isSignificant": .boolean(row.isSignificant),
    ]
  }
}
