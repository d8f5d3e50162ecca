public import Metrics
public import JSONText

/// The differences of two runs as a table for people and as an object for programs.
public enum ComparisonText {
  /// The table, a figure a line, with a star where the difference is sure.
  public static func table(_ differences: [PairedDifference]) -> String {
    var table = TextTable([.left, .right, .right, .right, .left, .right, .right, .left, .left])
    table.add([
      "figure", "first", "second", "difference", "95 %", "relative", "pairing", "", "measured in",
    ])
    for row in differences {
      table.add([
        row.definition, number(row.first, row), number(row.second, row),
        signed(row.difference, row),
        row.interval.map { "\(signed($0.lower, row)) … \(signed($0.upper, row))" } ?? "",
        row.relative.map { "\(plus($0))\(NumberText.fixed($0 * 100, digits: 1)) %" } ?? "",
        row.varianceReduction.map { "× \(NumberText.fixed($0, digits: 1))" } ?? "",
        row.isSignificant ? "*" : "", measure(of: row),
      ])
    }
    return table.lines.map { "\($0)\n" }.joined()
  }

  /// What the columns of `table(_:)` mean, for the two scenarios that were compared.
  public static func legend(first: String, second: String) -> String {
    """

    first: \(first). second: \(second).
    difference: second less first; of percentages it is in points. 95 %: where it lies for sure.
    relative: the difference as a part of the first. *: the interval leaves zero out.
    pairing: how many times as many households two runs of different people would have taken.
    Simulated levels are consequences of assumptions, never forecasts.

    """
  }

  /// What the figures are under the policy that was chosen, and by how much they differ under each
  /// other one, a figure a line.
  public static func table(
    _ chosen: String, _ others: [(policy: String, differences: [PairedDifference])]
  ) -> String {
    var table = TextTable([.left, .right] + others.flatMap { _ in [.right, .left] } + [.left])
    table.add(["figure", chosen] + others.flatMap { [$0.policy, ""] } + ["measured in"])
    for (place, row) in (others.first?.differences ?? []).enumerated() {
      table.add(
        [row.definition, number(row.first, row)]
          + others.flatMap { other in
            let row = other.differences[place]
            return [signed(row.difference, row), row.isSignificant ? "*" : ""]
          } + [measure(of: row)])
    }
    return table.lines.map { "\($0)\n" }.joined()
  }

  /// What the columns of `table(_:_:)` mean.
  public static func legend(chosen: String) -> String {
    """

    \(chosen): the figure itself. All other columns: by how much it is more there or less; of
    percentages that is in points. *: the 95 % interval of the difference leaves zero out.
    Simulated levels are consequences of assumptions, never forecasts.

    """
  }

  /// The unit of a figure, in words.
  private static func measure(of row: PairedDifference) -> String {
    switch row.form {
    case .share: "% of \(row.unit)"
    case .uplift: "% more, of \(row.unit)"
    case .count: row.unit
    case .mean, .scaled, .monthly, .difference: "\(row.title), over \(row.unit)"
    }
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
      "pairingGain": row.varianceReduction.map { .number($0) } ?? .null,
      "isSure": .boolean(row.isSignificant),
    ]
  }
}
