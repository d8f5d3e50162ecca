import Base
import Benchmarking
import JSONText
import TestKit
import Testing

@testable import Reporting

@Suite("Benchmarks as text, pages and documents")
struct BenchmarkTextTests {
  private static let folder = "Sources/Analytics/Reporting/Benchmarks"

  private static func result(
    _ figures: [(BenchmarkFigure, [Double])], city: [(BenchmarkFigure, [Double])] = []
  ) -> BenchmarkResult {
    func workload(_ name: String, _ figures: [(BenchmarkFigure, [Double])]) -> MeasuredWorkload {
      MeasuredWorkload(
        name: name, scenario: name, people: 60, days: 14, seed: 1,
        figures: figures.map { MeasuredFigure($0.0, samples: $0.1) })
    }
    return BenchmarkResult(
      program: ProgramIdentity(version: "0.2.0", commit: "abc", sources: "def"),
      machine: MachineFingerprint(
        processor: "A", architecture: "x86_64", cores: 2, system: "S", library: "L",
        toolchain: "T"),
      repetitions: 5, workloads: [workload("town", figures), workload("city", city)])
  }

  private static let old = result(
    [(.messages, [1_000]), (.userTimeRatio, [10, 10.1, 10, 10.1, 10])],
    city: [(.messages, [4_000])])
  private static let new = result(
    [(.messages, [1_000]), (.userTimeRatio, [12, 12.1, 12, 12.1, 12])],
    city: [(.messages, [1_000])])

  // MARK: Comparison

  @Test("a comparison has a table for each figure, with ~ and the geometric mean")
  func comparison() throws {
    let text = BenchmarkComparisonText(try BenchmarkComparison(Self.old, Self.new))
    let lines = text.text.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.contains(["town", "1,000", "1,000", "~"]))
    #expect(lines.contains(["city", "4,000", "1,000", "-75.00", "%"]))
    #expect(lines.contains(["geometric", "mean", "-50.00", "%"]))
    let time = try #require(lines.first { $0.first == "town" && $0.contains("10.000") })
    #expect(time.contains("+20.00") && time.last == "5+5", "\(time)")
    #expect(text.text.hasPrefix("old: shakeout 0.2.0 (commit abc, sources def)\n"))
    #expect(text.markdown.contains("| messages | city | 4,000 | 1,000 | -75.00 % |  |  |\n"))
    #expect(text.cases.count == 3)
  }

  @Test("across machines the obstacle stands where the change would")
  func obstacle() throws {
    var other = Self.new
    other.machine.processor = "B"
    let text = BenchmarkComparisonText(
      try BenchmarkComparison(Self.old, other, acrossMachines: true))
    #expect(text.text.contains("another machine") && !text.text.contains("+20.00"))
  }

  // MARK: Check

  private static func check(raises: [Raise] = []) throws -> BenchmarkCheckText {
    var baseline = old
    baseline.bounds = [
      RelativeBound(workload: "town", figure: .messages, reference: "city", atMost: 0.5)
    ]
    baseline.workloads[1].figures.append(MeasuredFigure(.operations, samples: [1]))
    return BenchmarkCheckText(
      try BenchmarkCheck(new, by: baseline), raises: raises,
      since: BenchmarkRelease(version: "0.1.0", date: "2026-11-20"))
  }

  @Test("a check says what is worse, what is missing and what was raised")
  func verdicts() throws {
    let raise = Raise(
      date: "2026-11-27", figure: "town: messages", from: 1_000, to: 1_100, gain: "groups")
    let text = try Self.check(raises: [raise])
    #expect(text.text.contains("WORSE: tolerance 7.00 %"))
    #expect(text.text.contains("better: '--record' writes a new baseline"))
    #expect(text.text.contains("WORSE: more than 0.5 times as much"))
    #expect(text.text.contains("not measured: city: operations\n"))
    #expect(text.text.contains("Limits raised since 0.1.0 (2026-11-20):\n"))
    #expect(text.text.contains("  2026-11-27  town: messages  +10.00 %  groups\n"))
    #expect(text.text.hasSuffix("2 figures worse.\n"))
    #expect(text.markdown.contains("## Benchmarks\n\n2 figures worse.\n"))
    #expect(text.markdown.contains("  - 2026-11-27  town: messages"))
    #expect(!(try Self.check().text).contains("raised"))
  }

  @Test("a JUnit file has a failure for what is worse and an error for what is missing")
  func junit() throws {
    let text = JUnitDocument(suite: "bench", seconds: 1, cases: try Self.check().cases).text
    #expect(text.contains(#"tests="5" failures="2" errors="1""#), "\(text)")
    #expect(text.contains(#"<testcase classname="city" name="operations""#))
    #expect(text.contains("tolerance 7.00 %"))
  }

  // MARK: Noise and history

  @Test("the noise has a row for each figure, and says how many samples are needed")
  func noise() throws {
    let text = BenchmarkNoiseText(try BenchmarkNoise([Self.old, Self.old]))
    #expect(text.text.contains("2 measurements of one program, 5 samples of each.\n"))
    #expect(
      text.text.contains("town, user time, in calibration loops: a change of 5 % needs 4 samples."))
  }

  @Test("a page has a chart for each figure, and breaks its line where the machine changes")
  func page() {
    let first = BenchmarkHistory.Entry(time: "2026-11-26T00:00:00Z", of: Self.old)
    var last = BenchmarkHistory.Entry(time: "2026-11-27T00:00:00Z", of: Self.new)
    let page = BenchmarkPage(BenchmarkHistory(entries: [first, first, last])).text
    #expect(page.split(separator: "<section ").count - 1 == 3)
    #expect(page.contains("1,000, -75.00 % against the measurement before."))
    #expect(!page.contains("machines or toolchains"))
    last.machine.cores = 9
    let other = BenchmarkPage(BenchmarkHistory(entries: [first, first, last])).text
    #expect(other.contains("come from 2 machines or toolchains"))
    #expect(!other.contains("-75.00 %"))
    #expect(BenchmarkPage(BenchmarkHistory(entries: [])).text.contains("has not begun"))
  }

  // MARK: Formats

  @Test("the formats of the JSON documents are the recorded ones")
  func formats() throws {
    let raise = Raise(
      date: "2026-11-27", figure: "town: messages", from: 1_000, to: 1_100, gain: "groups")
    for (name, json) in [
      (
        "bench-compare-json",
        BenchmarkComparisonText(try BenchmarkComparison(Self.old, Self.new)).json
      ),
      ("bench-check-json", try Self.check(raises: [raise]).json(Self.new)),
      (
        "bench-noise-json", BenchmarkNoiseText(try BenchmarkNoise([Self.old, Self.old])).json
      ),
    ] {
      let record = FormatRecord(
        name, BenchmarkCheckText.schemaVersion, at: "\(Self.folder)/BenchmarkCheckText.swift",
        json.keyPaths())
      #expect(try record.problem() == nil)
    }
  }
}
