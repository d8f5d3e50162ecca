public import JSONText
public import Metrics

/// Where wrong figures come from, as documents say it.
public enum BiasDocument {
  public static func json(_ biasBreakdown: BiasBreakdown) -> JSONNode {
    [
      "causes": .array(
        BiasCause.allCases.map {
          ["id": .string($0.rawValue), "meaning": .string($0.meaning)]
        }),
      "figures": .array(biasBreakdown.entries.map(figure)),
      "settling": [
        "days": .integer(biasBreakdown.completeness.days),
        "lines": .array(biasBreakdown.completeness.lines.map(line)),
      ],
    ]
  }

  private static func figure(_ entry: BiasBreakdown.Entry) -> JSONNode {
    [
      "id": .string(entry.result.id), "truth": number(entry.result.truth?.value),
      "observed": number(entry.result.observed?.value), "bias": .number(entry.bias),
      "truthDrift": .number(entry.truthDrift),
      "parts": .array(
        entry.parts.map {
          [
            "cause": .string($0.cause.rawValue), "before": .number($0.before),
            "after": .number($0.after), "size": .number($0.size),
          ]
        }),
    ]
  }

  private static func line(_ line: CompletenessCurve.Line) -> JSONNode {
    [
      "id": .string(line.definition),
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
