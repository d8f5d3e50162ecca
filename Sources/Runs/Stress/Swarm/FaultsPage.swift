import Environment
import Population
import Scenarios

/// The catalog of faults as a page, `docs/faults.md`.
public enum FaultsPage {
  public static var text: String {
    var lines = [
      "# Faults",
      "",
      "<!-- Written by RECORD=1 swift test --filter FaultCatalogTests; do not edit. -->",
      "",
      "These are the fault kinds that a seed of `shakeout stress` may have. `--faults` takes "
        + "their names, and [scenarios/swarm/default.jsonc](../scenarios/swarm/default.jsonc) has "
        + "their ranges. A seed first draws the probability of each kind: "
        + budgets + ". The weight multiplies that probability.",
      "",
      "A kind sets parameters of the scenario, each drawn from its range. From a range that starts "
        + "above zero, each order of magnitude is equally likely. *Seen by* lists the occurrences "
        + "that show that the fault was triggered in a run: coverage counts the kind only then. "
        + "A kind without them is always present.",
    ]
    for theme in FaultCatalog.themes {
      lines += ["", "## \(theme.title)"]
      for kind in theme.kinds { lines += section(of: kind) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static var budgets: String {
    let whole = FaultCatalog.budgets.map(\.weight).reduce(0, +)
    let shares = FaultCatalog.budgets.map { budget in
      "\(percent(budget.share)) in \(Int(budget.weight)) of \(Int(whole)) seeds"
    }
    return shares.dropLast().joined(separator: ", ") + " and " + (shares.last ?? "")
  }

  private static func section(of kind: FaultKind) -> [String] {
    var lines = [
      "", "### `\(kind.name)`", "",
      [kind.what, kind.why].compactMap(\.self)
        .joined(separator: " "), "",
    ]
    var facts = [kind.isAlways ? "in every seed" : "weight \(kind.weight)"]
    if !kind.seenBy.isEmpty {
      facts.append("seen by " + kind.seenBy.map { "`\($0)`" }.joined(separator: ", "))
    }
    if let cause = kind.cause {
      facts.append("`shakeout compare` attributes its effect to `\(cause.rawValue)`")
    }
    lines += [sentence(facts), ""]
    let words = Set(kind.seenBy.compactMap(\.words)).sorted()
    if !words.isEmpty {
      lines += ["In the timeline: " + words.map { "“\($0) …”" }.joined(separator: ", ") + ".", ""]
    }
    lines += ["| parameter | drawn from | meaning |", "|---|---|---|"]
    for parameter in kind.parameters {
      let meaning = Scenario.fields.first { $0.path == parameter.path }?.meaning ?? ""
      lines.append("| `\(parameter.path)` | \(parameter.range.text) | \(meaning) |")
    }
    return lines
  }

  private static func sentence(_ facts: [String]) -> String {
    let text = facts.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

extension FaultRange {
  fileprivate var text: String {
    switch self {
    case .whole(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .real(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .any(let values): values.map { "`\($0)`" }.joined(separator: " or ")
    }
  }
}
