public import JSONText

extension ScenarioField {
  /// What a program needs to set the parameter: its path and the allowed values.
  public var json: JSONNode {
    .object(
      [("path", .string(path))] + form.members + [
        ("default", write(Scenario())), ("rule", .string(rule)), ("meaning", .string(meaning)),
        ("source", .string(evidence.description)),
        ("needs", .array(needs.map { .string($0.description) })),
      ])
  }
}

extension ScenarioForm {
  /// The type, whether `null` is allowed, and the bounds or the keys where there are some.
  fileprivate var members: [(String, JSONNode)] {
    if case .orNull(let form, _) = self { return form.members(allowsNull: true) }
    return members(allowsNull: false)
  }

  private func members(allowsNull: Bool) -> [(String, JSONNode)] {
    [("type", .string(type)), ("allowsNull", .boolean(allowsNull))] + limits
  }

  private var type: String {
    switch self {
    case .flag: "flag"
    case .whole, .seed: "whole"
    case .real, .share: "number"
    case .text: "text"
    case .name: "name"
    case .day: "day"
    case .counts, .names: "weights"
    case .zones: "zones"
    case .thresholds: "thresholds"
    case .choice: "choice"
    case .orNull(let form, _): form.type
    }
  }

  private var limits: [(String, JSONNode)] {
    switch self {
    case .whole(let range):
      [("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))]
    case .seed: [("minimum", .integer(UInt64.min)), ("maximum", .integer(UInt64.max))]
    case .real(let range):
      [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
    case .share: [("minimum", .number(0)), ("maximum", .number(1))]
    case .day: [("minimum", .string(Self.firstDay)), ("maximum", .string(Self.lastDay))]
    case .counts(let range): [("keys", .array(range.map { .string(String($0)) }))]
    case .choice(let names): [("values", .array(names.map { .string($0) }))]
    case .names(let names): [("keys", .array(names.map { .string($0) }))]
    case .flag, .text, .name, .zones, .thresholds, .orNull: []
    }
  }
}
