public import Parquet
public import Metrics

/// The metrics of the whole run, one row per metric and side.
public enum MetricTable {
  public static let schema = TableSchema(
    name: "metrics",
    columns: [
      ColumnSchema(
        "metric", .string, meaning: "metric id; its SQL is metrics/<id>.sql"),
      ColumnSchema("title", .string, meaning: "its title"),
      ColumnSchema("unit", .string, meaning: "unit of the denominator, such as people"),
      ColumnSchema(
        "side", .string, meaning: "truth or observed", vocabulary: Side.allCases.map(\.rawValue)),
      ColumnSchema(
        "value", .double, isNullable: true, meaning: "null while the denominator is zero"),
      ColumnSchema("numerator", .int64, meaning: "numerator of the metric"),
      ColumnSchema("denominator", .int64, meaning: "denominator of the metric"),
      ColumnSchema(
        "lower", .double, isNullable: true,
        meaning: "lower bound of the 95 % interval; null where none would be right"),
      ColumnSchema("upper", .double, isNullable: true, meaning: "upper bound of the 95 % interval"),
      ColumnSchema(
        "households", .int64, isNullable: true,
        meaning: "how many households contribute to the denominator"),
      ColumnSchema("target", .double, isNullable: true, meaning: "its target; null if it has none"),
      ColumnSchema(
        "verdict", .string, isNullable: true,
        meaning: TargetVerdict.allCases.map(\.rawValue).joined(separator: ", ")
          + "; null without target"
      ),
    ])

  /// The rows of some metrics.
  public static func rows(_ metricResults: [MetricResult]) throws(ParquetError) -> TableRows.Batch {
    var rows = TableRows(.metricResults)
    for metric in metricResults {
      for side in metric.sides {
        rows.add(metric.id, to: 0)
        rows.add(metric.title, to: 1)
        rows.add(metric.unit, to: 2)
        rows.add(side.side.rawValue, to: 3)
        rows.add(side.estimate?.value, to: 4)
        rows.add(wide: side.estimate?.numerator ?? 0, to: 5)
        rows.add(wide: side.estimate?.denominator ?? 0, to: 6)
        rows.add(side.estimate?.interval?.lower, to: 7)
        rows.add(side.estimate?.interval?.upper, to: 8)
        if let households = side.estimate?.households {
          rows.add(wide: households, to: 9)
        } else {
          rows.addNull(to: 9)
        }
        rows.add(metric.target, to: 10)
        if let verdict = side.verdict {
          rows.add(verdict.rawValue, to: 11)
        } else {
          rows.addNull(to: 11)
        }
        try rows.endRow()
      }
    }
    return try rows.batch()
  }
}

extension MetricResult {
  /// The sides on which the metric can be known, with their estimates and verdicts.
  public var sides: [(side: Side, estimate: Estimate?, verdict: TargetVerdict?)] {
    let truth = (side: Side.truth, estimate: truth, verdict: verdict)
    return isObserved ? [truth, (.observed, observed, verdictObserved)] : [truth]
  }
}
