import Base
import JSONText
import Metrics
import TestKit
import Testing

@testable import Reporting

@Suite("Text of a difference")
struct DifferenceTextTests {
  private static func figure(
    _ place: Int, _ first: Double?, _ second: Double?, _ interval: Interval? = nil,
    tolerance: Double = 0.05
  ) -> FigureDifference {
    FigureDifference(
      SampleReport.report.metricResults[place], .truth, first: first, second: second,
      interval: interval,
      gap: interval == nil && first != nil && second != nil ? .fewClusters : nil,
      tolerance: tolerance)
  }

  private static func label(_ name: String) -> RunDifference.Label {
    RunDifference.Label(
      name: name, scenario: "town", seed: 7, digest: "00ff",
      program: ProgramIdentity(version: "1.2.3"))
  }

  static let difference = RunDifference(
    first: label("before"), second: label("after"),
    parameters: [.init(path: "network.lossProbability", first: "0", second: "0.2")],
    isPaired: true,
    figures: [
      figure(0, 0.5, 0.5), figure(1, 0.5, 0.51, Interval(lower: 0.005, upper: 0.015)),
      figure(2, 0.5, 0.55, Interval(lower: -0.01, upper: 0.11)), figure(3, 0.5, 0.7),
      figure(0, nil, 0.5),
    ],
    tables: [
      TableDifference(table: "people", first: 3, second: 3),
      TableDifference(
        table: "person_days", first: 9, second: 9,
        row: .changed(
          number: 4, key: "person 1, run_day 0",
          columns: [.init(name: "active", first: "false", second: "true")])),
      TableDifference(
        table: "devices", first: 2, second: 1, columnsOnlyInFirst: ["number (int32)"],
        row: .other(number: 2, first: "device 17", second: nil)),
      TableDifference(table: "events", first: nil, second: 1),
    ])

  private let text = DifferenceText(Self.difference)

  @Test("a verdict compares the difference and its interval with the tolerance")
  func verdicts() {
    #expect(
      Self.difference.figures.map(\.verdict) == [.same, .within, .unclear, .beyond, .beyond])
    #expect(Self.figure(0, nil, nil).verdict == .same)
    #expect(Self.figure(0, 0, 0.001).verdict == .beyond)
    #expect(Self.figure(0, 0.4, 0.5, Interval(lower: 0.08, upper: 0.12)).verdict == .beyond)
    #expect(Self.figure(0, 0.5, 0.4, Interval(lower: -0.18, upper: -0.02)).verdict == .unclear)
    #expect(Self.figure(0, 0.5, 0.4, tolerance: 0.2).verdict == .within)
  }

  @Test("the text names runs, parameters, figures that differ and first rows")
  func lines() {
    let lines = text.text.split(separator: "\n").map(String.init)
    for line in [
      "first: before, scenario town, seed 7, digest 00ff, shakeout 1.2.3",
      "network.lossProbability: 0 → 0.2",
      "5 figures: 1 same, 1 within the tolerance, 1 unclear, 2 beyond the tolerance.",
      "4 tables: 1 same, 3 different.",
      "person_days: 9 rows in both",
      "  first different row: 4, person 1, run_day 0: active false → true",
      "devices: 2 rows, then 1 row", "  only in the first: number (int32)",
      "  first different row: 2, device 17 in the first, no more rows in the second",
      "events: only in the second run",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    let id = SampleReport.report.metricResults[3].id
    #expect(lines.contains { $0.hasPrefix(id) && $0.contains("too few clusters") })
    #expect(lines.contains { $0.contains("paired between them") })
  }

  @Test("Markdown has a heading, a row for each figure that differs, and the tables as a list")
  func markdown() {
    let lines = text.markdown.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "## before → after")
    #expect(lines.count { $0.hasPrefix("| ") && $0.contains(" | truth | ") } == 4)
    #expect(lines.contains("- events: only in the second run"))
  }

  @Test("for CI, figures beyond the tolerance fail and unclear ones are warnings")
  func gate() {
    let annotations = text.annotations.split(separator: "\n")
    #expect(annotations.count == 3)
    #expect(annotations[0].hasPrefix("::warning title=after, compared with before::"))
    #expect(annotations[1].hasPrefix("::error ") && annotations[1].hasSuffix(", beyond"))
    let junit = JUnitDocument(suite: "after", seconds: 0, cases: text.cases).text
    #expect(junit.contains(#"tests="5" failures="2" errors="0""#))
    #expect(junit.contains(#"skipped="1""#))
  }

  @Test("the JSON has all figures, in the recorded format")
  func json() throws {
    #expect(text.json["figures"]?.elements?.count == 5)
    #expect(text.json["tables"]?.elements?.count == 4)
    let record = FormatRecord(
      "diff-json", DifferenceText.schemaVersion,
      at: "Sources/Analytics/Reporting/Terminal/DifferenceText.swift", text.json.keyPaths())
    #expect(try record.problem() == nil)
  }
}
