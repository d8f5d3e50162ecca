public import JSONText
public import Metrics

/// The effect of groups as tables and as JSON.
public enum GroupEffectText {
  /// A table with four estimates for each metric.
  public static func text(_ runs: GroupExperimentRuns) -> String {
    var text = ""
    if let joined = runs.joinedMore {
      let share = { NumberText.fixed($0 * 100, digits: 1) }
      text += "\(share(joined.base)) % of adults who were not invited were in a group at the end, "
      text += "and \(share(joined.base + joined.difference)) % of those who were invited.\n"
    }
    for effect in runs.effects {
      text += "\n\(effect.title) (\(effect.definition))"
      if let target = effect.target { text += ", target \(targetText(target, effect))" }
      text += "\n"
      var table = TextTable([.left, .right, .right, .left, .right])
      table.add(["", "without", "difference", "95 % interval", "relative"])
      for (name, value) in estimates(of: effect) { table.add(row(name, value, effect)) }
      text += table.lines.map { "  \($0)\n" }.joined()
    }
    return text
  }

  private static func estimates(of effect: GroupEffect) -> [(String, EffectEstimate?)] {
    [
      ("association", effect.association), ("invitation", effect.invitation),
      ("truth", effect.truth), ("truth, joiners", effect.truthOfJoiners),
    ]
  }

  private static func row(_ name: String, _ value: EffectEstimate?, _ effect: GroupEffect)
    -> [String]
  {
    guard let value else { return [name, "", "unknown", "", ""] }
    return [
      name, number(value.base, effect), signed(value.difference, effect),
      value.interval.map { "\(signed($0.lower, effect)) … \(signed($0.upper, effect))" } ?? "",
      value.relative.map { "\(plus($0))\(NumberText.fixed($0 * 100, digits: 1)) %" } ?? "",
    ]
  }

  /// Shares are printed in percent, and their differences in percentage points.
  private static func isShare(_ effect: GroupEffect) -> Bool { effect.form == .uplift }

  private static func number(_ value: Double, _ effect: GroupEffect) -> String {
    isShare(effect)
      ? "\(NumberText.fixed(value * 100, digits: 1)) %" : NumberText.fixed(value, digits: 3)
  }

  private static func signed(_ value: Double, _ effect: GroupEffect) -> String {
    isShare(effect)
      ? "\(plus(value))\(NumberText.fixed(value * 100, digits: 2)) pp"
      : plus(value) + NumberText.fixed(value, digits: 3)
  }

  private static func targetText(_ target: Double, _ effect: GroupEffect) -> String {
    isShare(effect)
      ? "\(plus(target))\(NumberText.fixed(target * 100, digits: 0)) % relative"
      : plus(target) + NumberText.fixed(target, digits: 1)
  }

  private static func plus(_ value: Double) -> String { value > 0 ? "+" : "" }

  // MARK: JSON

  public static func json(_ effects: [GroupEffect]) -> JSONNode {
    .array(
      effects.map { effect in
        [
          "metric": .string(effect.definition), "title": .string(effect.title),
          "unit": .string(effect.unit), "target": effect.target.map { .number($0) } ?? .null,
          "targetIsRelative": .boolean(isShare(effect)),
          "association": json(effect.association), "invitation": json(effect.invitation),
          "truth": json(effect.truth), "truthOfJoiners": json(effect.truthOfJoiners),
        ]
      })
  }

  public static func json(_ effect: EffectEstimate?) -> JSONNode {
    guard let effect else { return .null }
    return [
      "base": .number(effect.base), "difference": .number(effect.difference),
      "lower": effect.interval.map { .number($0.lower) } ?? .null,
      "upper": effect.interval.map { .number($0.upper) } ?? .null,
      "relative": effect.relative.map { .number($0) } ?? .null,
    ]
  }
}
