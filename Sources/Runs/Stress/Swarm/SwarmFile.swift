import Environment

/// The shipped swarm file, `scenarios/swarm/default.jsonc`, generated from the catalog of faults.
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
    // The faults that a seed of `shakeout stress` may have, and how likely each is.
    //
    // Written from the catalog of faults by RECORD=1 swift test --filter FaultCatalogTests. A copy
    // of this file may have other values and kinds of its own: `shakeout stress --swarm`.
    //
    // A seed first draws its budget: the probability with which each fault kind exists in it, so
    // that there are seeds without any, with one or two, and with everything at once. The weight of
    // a kind multiplies that probability. It favors what is rare: only kinds whose bugs need two
    // faults at once, or are hard to reach, have one. Values between [low, high] are drawn with
    // each order of magnitude equally likely, or evenly if low is zero. The hash of this file is
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
  /// The range as written in a swarm file.
  fileprivate var json: String {
    switch self {
    case .whole(let range): "[\(range.lowerBound), \(range.upperBound)]"
    case .real(let range): "[\(range.lowerBound), \(range.upperBound)]"
    case .any(let values): "{ \"any\": [\(values.joined(separator: ", "))] }"
    }
  }
}
