public import Parquet
public import Metrics

/// The key figures of the whole run, a row for each and side.
public enum MetricTable {
  public static let schema = TableSchema(
    name: "kpis",
    columns: [
      ColumnSchema("metric", .string, meaning: "the figure; `metrics` has SQL of the same name"),
      ColumnSchema("title", .string, meaning: "what it is called"),
      ColumnSchema("unit", .string, meaning: "what it is a share, a mean or a number of"),
      ColumnSchema(
        "side", .string, meaning: "truth or observed", vocabulary: Side.allCases.map(\.rawValue)),
      ColumnSchema(
        "value", .double, isNullable: true, meaning: "null while nothing can be counted"),
      ColumnSchema("numerator", .int64, meaning: "what was counted"),
      ColumnSchema("denominator", .int64, meaning: "what that is held against"),
      ColumnSchema(
        "lower", .double, isNullable: true,
        meaning: "the lower end of the 95 % interval; null with fewer than two households"),
      ColumnSchema("upper", .double, isNullable: true, meaning: "the upper end"),
      ColumnSchema(
        "households", .int64, isNullable: true, meaning: "how many households it rests on"),
      ColumnSchema("target", .double, isNullable: true, meaning: "null where there is none"),
      ColumnSchema(
        "verdict", .string, isNullable: true,
        meaning: TargetVerdict.allCases.map(\.rawValue).joined(separator: ", ")
          + "; null without target"
      ),
    ])

  /// The rows of some figures.
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
  /// The sides on which the figure can be known, with what is known there.
  public var sides: [(side: Side, estimate: Estimate?, verdict: TargetVerdict?)] {
    let truth = (side: Side.truth, estimate: truth, verdict: verdict)
    return isObserved ? [truth, (.observed, observed, verdictObserved)] : [truth]
  }
}
