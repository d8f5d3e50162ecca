import Base
public import Benchmarking
public import JSONText

/// Two measurements side by side: for a terminal, as Markdown, as JSON, and for CI.
public struct BenchmarkComparisonText {
  private let comparison: BenchmarkComparison

  public init(_ comparison: BenchmarkComparison) {
    self.comparison = comparison
  }

  /// The figures that occur, in their order.
  private var figures: [BenchmarkFigure] {
    BenchmarkFigure.allCases.filter { figure in
      comparison.changes.contains { $0.figure == figure }
    }
  }

  // MARK: Text

  /// The programs, a table for each figure with its geometric mean, and a legend.
  public var text: String {
    var blocks = [
      "old: shakeout \(comparison.old.program)\nnew: shakeout \(comparison.new.program)\n"
    ]
    blocks += figures.map { lines(of: $0).map { "\($0)\n" }.joined() }
    if comparison.changes.isEmpty { blocks.append("The files have no figure in common.\n") }
    let lonely =
      comparison.onlyInOld.map { "only in the old file: \($0)\n" }
      + comparison.onlyInNew.map { "only in the new file: \($0)\n" }
    if !lonely.isEmpty { blocks.append(lonely.joined()) }
    blocks.append(Self.legend + "\n")
    return blocks.joined(separator: "\n")
  }

  private static let legend =
    "~: no difference is shown. Counts are exact; samples have a 95 % interval by ranks."

  private func lines(of figure: BenchmarkFigure) -> [String] {
    var table = TextTable([.left, .right, .right, .right, .left, .right])
    table.add([figure.title, "old", "new", "change", "95 % interval", "samples"])
    for row in rows(of: figure) { table.add(row) }
    return table.lines
  }

  /// A row for each workload, and one for their geometric mean if there are several.
  private func rows(of figure: BenchmarkFigure) -> [[String]] {
    let changes = comparison.changes.filter { $0.figure == figure }
    var rows = changes.map { change in
      [
        change.workload, BenchmarkNumbers.value(change.old, figure),
        BenchmarkNumbers.value(change.new, figure), BenchmarkNumbers.cell(change),
        BenchmarkNumbers.interval(change.interval), BenchmarkNumbers.samples(change),
      ]
    }
    if changes.count > 1, let mean = comparison.mean(of: figure) {
      rows.append(["geometric mean", "", "", BenchmarkNumbers.change(mean), "", ""])
    }
    return rows
  }

  // MARK: Markdown

  /// A heading and a table, for the summary of a build.
  public var markdown: String {
    let head = [
      "## Benchmarks: \(comparison.old.program) → \(comparison.new.program)", "",
      "| figure | workload | old | new | change | 95 % interval | samples |",
      "|---|---|---:|---:|---:|---|---:|",
    ]
    let body = figures.flatMap { figure in
      rows(of: figure).map { "| \(([figure.title] + $0).joined(separator: " | ")) |" }
    }
    return (head + body + ["", Self.legend]).map { "\($0)\n" }.joined()
  }

  // MARK: CI

  /// A case for each figure of a workload; a comparison only reports, so each passes.
  public var cases: [JUnitDocument.Case] {
    comparison.changes.map { change in
      let outcome: JUnitDocument.Case.Outcome =
        change.obstacle.map { .skipped(message: $0) } ?? .passed
      return JUnitDocument.Case(
        className: change.workload, name: change.figure.rawValue, outcome)
    }
  }

  // MARK: JSON

  /// The comparison as a document.
  public var json: JSONNode {
    [
      "schemaVersion": .integer(BenchmarkCheckText.schemaVersion),
      "old": BenchmarkResult.json(comparison.old.program),
      "new": BenchmarkResult.json(comparison.new.program),
      "machine": BenchmarkResult.json(comparison.new.machine),
      "changes": .array(comparison.changes.map(BenchmarkCheckText.json)),
      "geometricMeans": .array(
        figures.compactMap { figure in
          comparison.mean(of: figure).map {
            ["figure": .string(figure.rawValue), "ratio": .number($0)]
          }
        }),
      "onlyInOld": .array(comparison.onlyInOld.map { .string($0) }),
      "onlyInNew": .array(comparison.onlyInNew.map { .string($0) }),
    ]
  }
}
