import Environment

/// The swarm file that is shipped, `scenarios/swarm/default.json`, as the catalog of faults has it.
public enum SwarmFile {
  public static var text: String {
    let budgets = FaultCatalog.budgets.map { budget in
      "    { \"share\": \(number(budget.share)), \"weight\": \(number(budget.weight)) }"
    }
    let kinds = FaultCatalog.kinds.map(text)
    return head + "{\n  \"budgets\": [\n" + budgets.joined(separator: ",\n")
      + "\n  ],\n  \"kinds\": {\n" + kinds.joined(separator: ",\n") + "\n  }\n}\n"
  }

  private static let head = """
    // What may go wrong in a seed of `shakeout stress`, and how likely it is.
    //
    // Written from the catalog of faults by RECORD=1 swift test --filter FaultCatalogTests. A copy
    // of this file may say something else, and have kinds of its own: `shakeout stress --swarm`.
    //
    // A seed first draws its budget: the probability with which each kind of fault exists in it, so
    // that there are seeds without any, with one or two, and with everything at once. A kind with a
    // weight is so much likelier, which is how seeds lean towards what is rare: only kinds whose
    // mistakes need two of them at once, or are hard to reach, have one. [low, high] is drawn with
    // each order of magnitude as likely as another, from zero on evenly. The hash of this file is
    // part of every reproduction, because another file draws other seeds.

    """

  private static func text(of kind: FaultKind) -> String {
    var lines = ["    // \(kind.what)"]
    if let why = kind.why { lines.append("    // \(why)") }
    lines.append("    \"\(kind.name)\": {")
    if kind.isAlways { lines.append("      \"always\": true,") }
    if kind.weight != 1 { lines.append("      \"weight\": \(number(kind.weight)),") }
    lines.append("      \"fields\": {")
    let fields = kind.parameters.map { "        \"\($0.path)\": \($0.range.json)" }
    return lines.joined(separator: "\n") + "\n" + fields.joined(separator: ",\n")
      + "\n      }\n    }"
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

extension FaultRange {
  /// The range as a swarm file has it.
  fileprivate var json: String {
    switch self {
    case .whole(let range): "[\(range.lowerBound), \(range.upperBound)]"
    case .real(let range): "[\(range.lowerBound), \(range.upperBound)]"
    case .any(let values): "{ \"any\": [\(values.joined(separator: ", "))] }"
    }
  }
}
