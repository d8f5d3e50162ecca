public import Benchmarking
public import JSONText

/// A check against a baseline: for a terminal, as Markdown, as JSON, and for CI.
public struct BenchmarkCheckText {
  /// The number of the format of all JSON documents of benchmarks.
  public static let schemaVersion = 1

  private let check: BenchmarkCheck
  private let raises: [Raise]
  private let release: BenchmarkRelease?

  /// - Parameters:
  ///   - raises: the limits that were raised since the last release.
  ///   - release: that release, if the baseline has one.
  public init(_ check: BenchmarkCheck, raises: [Raise], since release: BenchmarkRelease?) {
    self.check = check
    self.raises = raises
    self.release = release
  }

  // MARK: Text

  /// The table, what is missing, and what was raised.
  public var text: String {
    var table = TextTable([.left, .left, .right, .right, .right, .left, .left])
    table.add(Self.header)
    for cells in cells { table.add(cells) }
    let blocks = [table.lines, missing, raised, [conclusion]].filter { !$0.isEmpty }
    return blocks.map { $0.map { "\($0)\n" }.joined() }.joined(separator: "\n")
  }

  private static let header = [
    "workload", "figure", "baseline", "now", "change", "95 % interval", "verdict",
  ]

  private var cells: [[String]] {
    check.rows.map { row in
      let change = row.change
      return [
        change.workload, change.figure.title, Self.baseline(row),
        BenchmarkNumbers.value(change.new, change.figure), BenchmarkNumbers.cell(change),
        BenchmarkNumbers.interval(change.interval), Self.words(for: row),
      ]
    }
      + check.bounds.map { row in
        [
          row.bound.workload, "\(row.bound.figure.title), of \(row.bound.reference)",
          NumberText.fixed(min(row.bound.atMost, 1e12), digits: 3),
          NumberText.fixed(min(row.ratio, 1e12), digits: 3), "", "",
          row.isKept ? "fine" : "WORSE: more than \(row.bound.atMost) times as much",
        ]
      }
  }

  /// The limit if there is one, since it decides; else the old median.
  private static func baseline(_ row: BenchmarkCheck.Row) -> String {
    if let limit = row.limit {
      return "≤ " + BenchmarkNumbers.value(limit, row.change.figure)
    }
    return BenchmarkNumbers.value(row.change.old, row.change.figure)
  }

  private static func words(for row: BenchmarkCheck.Row) -> String {
    switch row.verdict {
    case .fine: "fine"
    case .better: "better: '--record' writes a new baseline"
    case .worse:
      row.change.figure.isWrongBothWays
        ? "ANOTHER WORKLOAD: tolerance \(BenchmarkNumbers.share(row.tolerance))"
        : "WORSE: tolerance \(BenchmarkNumbers.share(row.tolerance))"
    case .unconfirmed: "fine: a second measurement did not confirm it"
    case .notCompared: "not compared"
    }
  }

  private var missing: [String] {
    check.missing.map { "not measured: \($0)" }
  }

  /// What may cost more than before, with the reasons, so that their sum is seen.
  private var raised: [String] {
    guard !raises.isEmpty else { return [] }
    let since = release.map { "since \($0.version) (\($0.date))" } ?? "so far"
    return ["Limits raised \(since):"]
      + raises.map { raise in
        let change = raise.from > 0 ? BenchmarkNumbers.change(raise.to / raise.from) : "new"
        return "  \(raise.date)  \(raise.figure)  \(change)  \(raise.gain)"
      }
  }

  private var conclusion: String {
    let worse =
      check.rows.count { $0.verdict == .worse } + check.bounds.count { !$0.isKept }
    if worse > 0 { return "\(NumberText.counted(Int64(worse), "figure")) worse." }
    if !check.missing.isEmpty {
      return "\(NumberText.counted(Int64(check.missing.count), "figure")) not measured."
    }
    let skipped = check.rows.count { $0.verdict == .notCompared }
    return skipped > 0
      ? "Nothing is worse; \(skipped) not compared, because the baseline is from another machine "
        + "or toolchain."
      : "Nothing is worse."
  }

  // MARK: Markdown

  /// A heading, the conclusion and the table, for the summary of a build.
  public var markdown: String {
    let lines =
      [
        "## Benchmarks", "", conclusion, "",
        "| \(Self.header.joined(separator: " | ")) |", "|---|---|---:|---:|---:|---|---|",
      ] + cells.map { "| \($0.joined(separator: " | ")) |" }
    let notes = (missing + raised).map { $0.hasPrefix("  ") ? "  - \($0.dropFirst(2))" : "- \($0)" }
    return (lines + [""] + notes).map { "\($0)\n" }.joined()
  }

  // MARK: CI

  /// A case for each figure: worse fails, not measured is an error, not compared is skipped.
  public var cases: [JUnitDocument.Case] {
    check.rows.map { row in
      let outcome: JUnitDocument.Case.Outcome =
        switch row.verdict {
        case .fine, .better, .unconfirmed: .passed
        case .worse: .failed(message: Self.sentence(row))
        case .notCompared: .skipped(message: row.change.obstacle ?? "not compared")
        }
      return JUnitDocument.Case(
        className: row.change.workload, name: row.change.figure.rawValue, outcome)
    }
      + check.bounds.map { row in
        JUnitDocument.Case(
          className: row.bound.workload,
          name: "\(row.bound.figure.rawValue), of \(row.bound.reference)",
          row.isKept
            ? .passed
            : .failed(message: "\(row.ratio) times as much; the bound is \(row.bound.atMost)"))
      }
      + check.missing.map { name in
        JUnitDocument.Case(
          className: String(name.prefix { $0 != ":" }),
          name: String(name.drop { $0 != ":" }.dropFirst(2)), .errored(message: "not measured"))
      }
  }

  private static func sentence(_ row: BenchmarkCheck.Row) -> String {
    let change = row.change
    let interval = change.interval == nil ? "" : ", 95 % interval "
    return "\(change.figure.title): \(baseline(row)), now "
      + "\(BenchmarkNumbers.value(change.new, change.figure))\(interval)"
      + "\(BenchmarkNumbers.interval(change.interval)), tolerance "
      + BenchmarkNumbers.share(row.tolerance)
  }

  // MARK: JSON

  /// The check as a document; `result` is what was measured.
  public func json(_ result: BenchmarkResult) -> JSONNode {
    [
      "schemaVersion": .integer(Self.schemaVersion),
      "program": BenchmarkResult.json(result.program),
      "machine": BenchmarkResult.json(result.machine),
      "isWorse": .boolean(check.isWorse),
      "rows": .array(
        check.rows.map { row in
          let members = Self.json(row.change).members ?? []
          return .object(
            members.map { ($0.key, $0.node) } + [
              ("tolerance", .number(row.tolerance)),
              ("limit", row.limit.map { .number($0) } ?? .null),
              ("verdict", .string(row.verdict.rawValue)),
            ])
        }),
      "bounds": .array(
        check.bounds.map { row in
          [
            "workload": .string(row.bound.workload), "figure": .string(row.bound.figure.rawValue),
            "reference": .string(row.bound.reference), "atMost": .number(row.bound.atMost),
            "ratio": .number(row.ratio), "isKept": .boolean(row.isKept),
          ]
        }),
      "missing": .array(check.missing.map { .string($0) }),
      "raises": .array(
        raises.map { raise in
          [
            "date": .string(raise.date), "figure": .string(raise.figure),
            "from": .number(raise.from), "to": .number(raise.to), "gain": .string(raise.gain),
          ]
        }),
    ]
  }

  static func json(_ change: FigureChange) -> JSONNode {
    func number(_ value: Double?) -> JSONNode { value.map { .number($0) } ?? .null }
    return [
      "workload": .string(change.workload), "figure": .string(change.figure.rawValue),
      "old": number(change.old), "new": number(change.new), "ratio": number(change.ratio),
      "lower": number(change.interval?.lower), "upper": number(change.interval?.upper),
      "samplesOld": .integer(change.samples.old), "samplesNew": .integer(change.samples.new),
      "isShown": .boolean(change.isShown),
      "obstacle": change.obstacle.map { .string($0) } ?? .null,
    ]
  }
}
