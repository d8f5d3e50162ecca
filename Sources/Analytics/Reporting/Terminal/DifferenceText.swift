import Base
public import JSONText
import Metrics

/// The difference of two finished runs for a terminal, as Markdown, as JSON, and for CI.
public struct DifferenceText {
  private let difference: RunDifference

  public init(_ difference: RunDifference) {
    self.difference = difference
  }

  // MARK: Text

  /// The runs, their figures and their tables.
  public var text: String {
    let blocks = [runs, figures, tables].filter { !$0.isEmpty }
    return blocks.joined(separator: "\n")
  }

  private var runs: String {
    let labels = [("first", difference.first), ("second", difference.second)].map { place, run in
      "\(place): \(run.name), scenario \(run.scenario), seed \(run.seed), digest \(run.digest), "
        + "shakeout \(run.program)\n"
    }
    let shown = difference.parameters.prefix(Self.parametersMax)
      .map { "\($0.path): \($0.first) → \($0.second)\n" }
    let more = difference.parameters.count - shown.count
    return (labels + shown + (more > 0 ? ["… and \(more) more parameters\n"] : [])).joined()
  }

  private static let parametersMax = 12

  /// The figures that differ, as a table, with a headline.
  private var figures: String {
    let differing = difference.figures.filter { $0.verdict != .same }
    guard !differing.isEmpty else { return "\(headline)\n" }
    var table = TextTable([.left, .left, .right, .right, .right, .left, .right, .left, .left])
    table.add([
      "metric", "side", "first", "second", "difference", "95 % interval", "relative", "verdict",
      "unit",
    ])
    for figure in differing { table.add(Self.cells(of: figure)) }
    return (["\(headline)", ""] + table.lines + ["", legend]).map { "\($0)\n" }.joined()
  }

  private static func cells(of figure: FigureDifference) -> [String] {
    let form = figure.form
    return [
      figure.id, figure.side.rawValue, ComparisonText.number(figure.first, form),
      ComparisonText.number(figure.second, form),
      figure.difference.map { ComparisonText.signed($0, form) } ?? NumberText.missing,
      figure.interval.map { ComparisonText.text(of: $0, form) } ?? figure.gap?.text
        ?? NumberText.missing,
      figure.relative.map { ComparisonText.percent($0) } ?? NumberText.missing,
      figure.verdict.rawValue,
      ComparisonText.measure(form, title: figure.title, unit: figure.unit),
    ]
  }

  /// How many figures differ and by how much, in one line.
  private var headline: String {
    let counts = FigureDifference.Verdict.allCases.map { ($0, difference.count(of: $0)) }
    let text = counts.filter { $0.1 > 0 }.map { "\($0.1) \(Self.words(for: $0.0))" }
    let count = NumberText.counted(Int64(difference.figures.count), "figure")
    return "\(count): \(text.joined(separator: ", "))."
  }

  private static func words(for verdict: FigureDifference.Verdict) -> String {
    switch verdict {
    case .same: "same"
    case .within: "within the tolerance"
    case .unclear: "unclear"
    case .beyond: "beyond the tolerance"
    }
  }

  private var legend: String {
    let intervals =
      difference.isPaired
      ? "The runs have the same people and random draws: intervals are of clusters paired between "
        + "them."
      : "The runs count as independent of each other: intervals are wider than those of paired "
        + "runs."
    return """
      \(intervals)
      beyond: the difference is larger than the tolerance, or only one run has a value.
      unclear: it is larger, but its interval reaches into the tolerance.
      Simulated levels are consequences of assumptions, never forecasts.
      """
  }

  private var tables: String {
    guard !difference.tables.isEmpty else { return "" }
    let differing = difference.tablesDiffering
    let same = difference.tables.count - differing.count
    let head = "\(NumberText.counted(Int64(difference.tables.count), "table")): \(same) same"
    let ending = differing.isEmpty ? "." : ", \(differing.count) different."
    return ([head + ending] + differing.flatMap(Self.lines)).map { "\($0)\n" }.joined()
  }

  private static func lines(of table: TableDifference) -> [String] {
    guard let first = table.first, let second = table.second else {
      return ["\(table.table): only in the \(table.first == nil ? "second" : "first") run"]
    }
    let rows =
      first == second ? "\(count(first)) in both" : "\(count(first)), then \(count(second))"
    let columns = [("first", table.columnsOnlyInFirst), ("second", table.columnsOnlyInSecond)]
      .filter { !$0.1.isEmpty }.map { "  only in the \($0.0): \($0.1.joined(separator: ", "))" }
    return ["\(table.table): \(rows)"] + columns + (table.row.map { [sentence(for: $0)] } ?? [])
  }

  private static func count(_ rows: Int) -> String { NumberText.counted(Int64(rows), "row") }

  private static func sentence(for row: TableDifference.Row) -> String {
    switch row {
    case .changed(let number, let key, let columns):
      let shown = columns.prefix(4).map { "\($0.name) \($0.first) → \($0.second)" }
      let more = columns.count > shown.count ? ", and \(columns.count - shown.count) more" : ""
      return "  first different row: \(number), \(key): \(shown.joined(separator: ", "))\(more)"
    case .other(let number, let first, let second):
      let end = "no more rows"
      return "  first different row: \(number), \(first ?? end) in the first, "
        + "\(second ?? end) in the second"
    }
  }

  // MARK: Markdown

  /// A heading, the headline and the tables, for the summary of a build.
  public var markdown: String {
    var lines = ["## \(difference.first.name) → \(difference.second.name)", "", headline, ""]
    let differing = difference.figures.filter { $0.verdict != .same }
    if !differing.isEmpty {
      lines += [
        "| metric | side | first | second | difference | 95 % interval | relative | |",
        "|---|---|---:|---:|---:|---|---:|---|",
      ]
      lines += differing.map { figure in
        "| \(Self.cells(of: figure).dropLast().joined(separator: " | ")) |"
      }
      lines += [""] + legend.split(separator: "\n").map(String.init) + [""]
    }
    lines += tables.split(separator: "\n").map { line in
      line.hasPrefix("  ") ? "  - \(line.dropFirst(2))" : "- \(line)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: CI

  /// A case per figure: beyond the tolerance it fails, unclear it is skipped.
  public var cases: [JUnitDocument.Case] {
    difference.figures.map { figure in
      let outcome: JUnitDocument.Case.Outcome =
        switch figure.verdict {
        case .same, .within: .passed
        case .unclear: .skipped(message: Self.sentence(for: figure))
        case .beyond: .failed(message: Self.sentence(for: figure))
        }
      return JUnitDocument.Case(
        className: "\(difference.second.name), compared with \(difference.first.name)",
        name: "\(figure.id), \(figure.side.rawValue)", outcome)
    }
  }

  /// Annotations of a GitHub workflow: an error for a figure beyond the tolerance, a warning for
  /// one that is unclear.
  public var annotations: String {
    difference.figures.map { figure in
      let place = "title=\(difference.second.name), compared with \(difference.first.name)"
      return switch figure.verdict {
      case .same, .within: ""
      case .unclear: "::warning \(place)::\(Self.sentence(for: figure))\n"
      case .beyond: "::error \(place)::\(Self.sentence(for: figure))\n"
      }
    }.joined()
  }

  private static func sentence(for figure: FigureDifference) -> String {
    let cells = cells(of: figure)
    let interval = figure.interval == nil ? "" : ", 95 % interval \(cells[5])"
    return "\(figure.id), \(figure.side.rawValue): \(cells[2]) → \(cells[3]), difference "
      + "\(cells[4])\(interval), tolerance \(NumberText.fixed(figure.tolerance * 100, digits: 1)) %, "
      + figure.verdict.rawValue
  }

  // MARK: JSON

  public static let schemaVersion = 1

  public var json: JSONNode {
    [
      "schemaVersion": .integer(Self.schemaVersion),
      "first": Self.json(difference.first), "second": Self.json(difference.second),
      "parameters": .array(
        difference.parameters.map {
          ["path": .string($0.path), "first": .string($0.first), "second": .string($0.second)]
        }),
      "intervals": difference.isPaired ? "paired" : "independent",
      "figures": .array(difference.figures.map(Self.json)),
      "tables": .array(difference.tables.map(Self.json)),
    ]
  }

  private static func json(_ run: RunDifference.Label) -> JSONNode {
    [
      "run": .string(run.name), "scenario": .string(run.scenario), "seed": .integer(run.seed),
      "digest": .string(run.digest), "version": .string(run.program.version),
      "commit": .string(run.program.commit), "sources": .string(run.program.sources),
    ]
  }

  private static func json(_ figure: FigureDifference) -> JSONNode {
    func number(_ value: Double?) -> JSONNode { value.map { .number($0) } ?? .null }
    return [
      "metric": .string(figure.id), "title": .string(figure.title), "unit": .string(figure.unit),
      "side": .string(figure.side.rawValue), "first": number(figure.first),
      "second": number(figure.second), "difference": number(figure.difference),
      "lower": number(figure.interval?.lower), "upper": number(figure.interval?.upper),
      "noInterval": figure.gap.map { .string($0.text) } ?? .null,
      "relative": number(figure.relative), "tolerance": .number(figure.tolerance),
      "verdict": .string(figure.verdict.rawValue),
    ]
  }

  private static func json(_ table: TableDifference) -> JSONNode {
    [
      "table": .string(table.table), "isSame": .boolean(table.isSame),
      "rows": [
        "first": table.first.map { .integer($0) } ?? .null,
        "second": table.second.map { .integer($0) } ?? .null,
      ],
      "columnsOnlyInFirst": .array(table.columnsOnlyInFirst.map { .string($0) }),
      "columnsOnlyInSecond": .array(table.columnsOnlyInSecond.map { .string($0) }),
      "firstDifferentRow": table.row.map(json) ?? .null,
    ]
  }

  private static func json(_ row: TableDifference.Row) -> JSONNode {
    switch row {
    case .changed(let number, let key, let columns): json(number, key, key, columns)
    case .other(let number, let first, let second): json(number, first, second, [])
    }
  }

  private static func json(
    _ number: Int, _ first: String?, _ second: String?, _ columns: [TableDifference.Column]
  ) -> JSONNode {
    [
      "number": .integer(number), "first": first.map { .string($0) } ?? .null,
      "second": second.map { .string($0) } ?? .null,
      "columns": .array(
        columns.map {
          ["column": .string($0.name), "first": .string($0.first), "second": .string($0.second)]
        }),
    ]
  }
}
