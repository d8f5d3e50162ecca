public import Metrics
public import JSONText

/// The differences of two runs as a table for people and as an object for programs.
public enum ComparisonText {
  /// The table, a figure a line, with a star where the difference is sure.
  public static func table(_ differences: [PairedDifference]) -> String {
    var table = TextTable([.left, .right, .right, .right, .left, .right, .right, .left])
    table.add(["figure", "first", "second", "difference", "95 %", "relative", "pairing", ""])
    for row in differences {
      table.add([
        row.definition, number(row.first, row), number(row.second, row),
        signed(row.difference, row),
        row.interval.map { "\(signed($0.lower, row)) … \(signed($0.upper, row))" } ?? "",
        row.relative.map { "\(plus($0))\(NumberText.fixed($0 * 100, digits: 1)) %" } ?? "",
        row.pairingGain.map { "× \(NumberText.fixed($0, digits: 1))" } ?? "",
        row.isSure ? "*" : "",
      ])
    }
    return table.lines.map { "\($0)\n" }.joined()
  }

  /// What the figures are under the policy that was chosen, and by how much they differ under each
  /// other one, a figure a line.
  public static func table(
    _ chosen: String, _ others: [(policy: String, differences: [PairedDifference])]
  ) -> String {
    var table = TextTable([.left, .right] + others.flatMap { _ in [.right, .left] })
    table.add(["figure", chosen] + others.flatMap { [$0.policy, ""] })
    for (place, row) in (others.first?.differences ?? []).enumerated() {
      table.add(
        [row.definition, number(row.first, row)]
          + others.flatMap { other in
            let row = other.differences[place]
            return [signed(row.difference, row), row.isSure ? "*" : ""]
          })
    }
    return table.lines.map { "\($0)\n" }.joined()
  }

  private static func number(_ value: Double, _ row: PairedDifference) -> String {
    row.form.isPercent
      ? "\(NumberText.fixed(value * 100, digits: 2)) %" : NumberText.fixed(value, digits: 3)
  }

  private static func signed(_ value: Double, _ row: PairedDifference) -> String {
    plus(value) + NumberText.fixed(value * (row.form.isPercent ? 100 : 1), digits: 3)
  }

  private static func plus(_ value: Double) -> String { value > 0 ? "+" : "" }

  /// The same for programs.
  public static func json(_ differences: [PairedDifference]) -> JSONNode {
    .array(differences.map(json))
  }

  private static func json(_ row: PairedDifference) -> JSONNode {
    [
      "id": .string(row.definition), "title": .string(row.title), "unit": .string(row.unit),
      "first": .number(row.first), "second": .number(row.second),
      "difference": .number(row.difference),
      "lower": row.interval.map { .number($0.lower) } ?? .null,
      "upper": row.interval.map { .number($0.upper) } ?? .null,
      "relative": row.relative.map { .number($0) } ?? .null,
      "pairingGain": row.pairingGain.map { .number($0) } ?? .null,
      "isSure": .boolean(row.isSure),
    ]
  }
}
