public import JSONText
public import Metrics

/// The bias breakdown as JSON.
public enum BiasDocument {
  public static func json(_ biasBreakdown: BiasBreakdown) -> JSONNode {
    [
      "causes": .array(
        BiasCause.allCases.map {
          ["cause": .string($0.rawValue), "meaning": .string($0.meaning)]
        }),
      "metrics": .array(biasBreakdown.entries.map(metric)),
      "completeness": [
        "days": .integer(biasBreakdown.completeness.days),
        "curves": .array(biasBreakdown.completeness.lines.map(curve)),
      ],
    ]
  }

  private static func metric(_ entry: BiasBreakdown.Entry) -> JSONNode {
    [
      "metric": .string(entry.result.id), "truth": number(entry.result.truth?.value),
      "observed": number(entry.result.observed?.value), "bias": .number(entry.bias),
      "truthDrift": .number(entry.truthDrift),
      "contributions": .array(
        entry.parts.map {
          [
            "cause": .string($0.cause.rawValue), "biasBefore": .number($0.before),
            "biasAfter": .number($0.after), "contribution": .number($0.size),
          ]
        }),
    ]
  }

  private static func curve(_ line: CompletenessCurve.Line) -> JSONNode {
    [
      "metric": .string(line.definition),
      "points": .array(
        line.points.map {
          [
            "waitDays": .integer($0.waitDays), "truth": number($0.truth),
            "observed": number($0.observed), "bias": number($0.bias),
          ]
        }),
    ]
  }

  private static func number(_ value: Double?) -> JSONNode { value.map(JSONNode.number) ?? .null }
}
