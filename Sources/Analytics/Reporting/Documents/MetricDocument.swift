public import JSONText
public import Metrics

/// A metric as JSON, the same in every document.
public enum MetricDocument {
  public static func json(_ metric: MetricResult) -> JSONNode {
    [
      "metric": .string(metric.id),
      "title": .string(metric.title),
      "unit": .string(metric.unit),
      "form": .string(form(metric.form)),
      "origin": .string(metric.origin.name),
      "originReason": metric.origin.reason.map { .string($0) } ?? .null,
      "target": metric.target.map(JSONNode.number) ?? .null,
      "comparison": .string(metric.comparison.rawValue),
      "repeats": metric.repeated.map { .string($0) } ?? .null,
      "verdict": verdict(metric.verdict),
      "verdictObserved": verdict(metric.verdictObserved),
      "noValue": verdict(metric.absence(on: .truth)),
      "truth": estimate(metric.truth),
      "observed": estimate(metric.observed),
    ]
  }

  /// The kind of value: a share from 0 to 1, a mean, a count, and so on.
  private static func form(_ form: MetricForm) -> String {
    switch form {
    case .share: "share"
    case .mean, .scaled: "mean"
    case .count: "count"
    case .monthly: "monthly"
    case .difference(let per): "difference for \(per)"
    case .uplift: "uplift"
    }
  }

  private static func verdict(_ verdict: TargetVerdict?) -> JSONNode {
    verdict.map { .string($0.rawValue) } ?? .null
  }

  /// A log-rank test: whether the people of a segment leave at different times than the others.
  public static func logRank(_ test: LogRank?) -> JSONNode {
    guard let test else { return .null }
    return [
      "left": .integer(test.left), "expected": .number(test.expected),
      "statistic": .number(test.statistic), "pValue": .number(test.probability),
    ]
  }

  static func estimate(_ estimate: Estimate?) -> JSONNode {
    guard let estimate else { return .null }
    return [
      "value": .number(estimate.value),
      "households": estimate.households.map { .integer($0) } ?? .null,
      "numerator": .integer(estimate.numerator),
      "denominator": .integer(estimate.denominator),
      "lower": estimate.interval.map { .number($0.lower) } ?? .null,
      "upper": estimate.interval.map { .number($0.upper) } ?? .null,
      "noInterval": estimate.gap.map { .string($0.text) } ?? .null,
    ]
  }
}
