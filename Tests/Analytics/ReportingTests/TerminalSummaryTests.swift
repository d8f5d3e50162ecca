import Base
import Metrics
import Testing

@testable import Reporting

@Suite("Terminal summary")
struct TerminalSummaryTests {
  @Test("the table names every metric by its ID, and what a mean is a mean over")
  func names() {
    var report = SampleReport.report
    report.metricResults = MetricAccumulator(days: 1, allowedLatenessDays: 0).results()
    let lines = TerminalSummary().text(report, name: "town").split(separator: "\n")
    for metric in report.metricResults {
      let line = lines.first { $0.hasPrefix("\(metric.id) ") }
      #expect(line?.contains(metric.title) == true, "\(metric.id)")
    }
    let mean = lines.first { $0.hasPrefix("pc.session_seconds ") }
    #expect(mean?.hasSuffix("Seconds per session, over sessions") == true)
  }

  @Test("the largest run fits into 100 columns of plain ASCII, up to the meaning of a metric")
  func staysNarrow() {
    var report = SampleReport.report
    report.people = 1_000_000
    report.operations = 4_812_887_104
    report.replicaApplies = 28_220_104_993
    let text = TerminalSummary().text(report, name: "town", performance: SampleReport.performance)
    let titles = report.metricResults.map(\.title)
    for line in text.split(separator: "\n") {
      let title = titles.first { line.hasSuffix("  \($0)") } ?? ""
      #expect(line.count - title.count <= 100, "\(line)")
    }
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || (32...126).contains($0.value) })
    #expect(!text.split(separator: "\n").contains { $0.hasSuffix(" ") })
    #expect(text.hasSuffix("\n"))
  }

  @Test("color is optional and does not change the text")
  func color() {
    let plain = TerminalSummary().text(SampleReport.report, name: "town")
    let colored = TerminalSummary(isColored: true).text(SampleReport.report, name: "town")
    #expect(colored != plain)
    var stripped = colored
    for code in [31, 32, 33, 90, 0] { stripped.replaceAll("\u{1B}[\(code)m") }
    #expect(stripped == plain)
  }

  @Test("a property without checks has not passed")
  func notExercised() {
    var report = SampleReport.report
    report.properties = report.properties.filter { $0.violations == 0 }
    report.properties += ["P19", "P22"].map {
      PropertyResult(id: $0, description: "Nothing of the kind happened.", checks: 0, violations: 0)
    }
    let text = TerminalSummary().text(report, name: "town")
    #expect(text.contains("3 of 5 checked, 0 violations in "))
    #expect(text.contains("; 2 not exercised: P19, P22\n"))
    #expect(
      PropertySummary(report.properties).headline
        == "3 of 5 properties checked, 0 violations; 2 not exercised")
    let page = ReportPage(report).text
    #expect(page.contains("3 of 5 properties checked, 0 violations; 2 not exercised."))
    #expect(page.contains("<span class=\"verdict\">not exercised</span>"))
    #expect(!page.contains("passed every check"))
    let junit = MetricGate.junit([], of: "town", properties: report.properties, seconds: 1)
    #expect(junit.contains(#"tests="5" failures="0" errors="0" skipped="2""#))
    #expect(junit.contains("P19 was not exercised: nothing in the run could violate it"))
    #expect(
      MetricGate.annotations([], of: "town", properties: report.properties)
        .contains("::notice title=town::P22 was not exercised"))
    #expect(
      MetricGate.markdown([], properties: report.properties)
        == "3 of 5 properties checked, 0 violations; 2 not exercised.\n")
  }

  @Test("a report says in how many families and groups each step was checked")
  func checkedScopes() throws {
    var report = SampleReport.report
    report.checkedScopes = CheckedScopes(count: 115, atEachStep: 12)
    let sample =
      "12 of 115 families and groups at each step and copy by copy, the others at the end"
    #expect(TerminalSummary().text(report, name: "town").contains("\nChecked     \(sample)\n"))
    #expect(ReportPage(report).text.contains(" Checked: \(sample).</p>"))
    #expect(
      CheckedScopes(count: 20, atEachStep: 20).text
        == "20 families and groups at each step and at the end")
    report.checkedScopes = CheckedScopes(count: 0, atEachStep: 0)
    #expect(!TerminalSummary().text(report, name: "town").contains("Checked "))
  }

  @Test("nothing was counted where no log was replayed")
  func noLogs() {
    var report = SampleReport.report
    report.conflicts = ConflictSummary()
    let text = TerminalSummary().text(report, name: "town")
    #expect(text.contains("fieldwise, lost updates not counted: no log was replayed"))
    #expect(!text.contains("0 lost updates"))
    report.conflicts.logsReplayed = 4
    #expect(
      TerminalSummary().text(report, name: "town").contains("0 lost updates in 4 replayed logs"))
  }

  /// `ct.dau` counts what `pc.dau` counts, with the same target.
  @Test("a metric that repeats another one is counted once, in every summary")
  func repeats() throws {
    var report = SampleReport.report
    report.properties = []
    let poor = Estimate(
      numerator: 1, denominator: 10, interval: Interval(lower: 0.05, upper: 0.2))
    report.metricResults = ["pc.dau", "ct.dau"].compactMap { id in
      MetricDefinition.all.first { $0.id == id }.map {
        MetricResult(definition: $0, truth: poor, observed: poor)
      }
    }
    #expect(report.metricResults.map(\.verdict) == [.fail, .fail])
    let text = TerminalSummary().text(report, name: "town")
    #expect(text.contains("Targets: 1 fail.\nCounted once: ct.dau repeats pc.dau.\n"))
    let parts = [MetricGate.Segment(nil, report.metricResults)]
    let junit = MetricGate.junit(parts, of: "town", seconds: 1)
    #expect(junit.contains(#"tests="1" failures="1""#))
    #expect(
      MetricGate.failureLine(report.metricResults)
        == "1 target missed: pc.dau 10.0 % (target >= 70 %).\n")
    #expect(MetricGate.annotations(parts, of: "town").split(separator: "\n").count == 1)
    // With a target of its own it has a verdict of its own.
    report.metricResults[1] = MetricResult(
      definition: try #require(MetricDefinition.all.first { $0.id == "ct.dau" }).with(target: 0.1),
      truth: poor, observed: poor)
    #expect(
      TerminalSummary().text(report, name: "town").contains("Targets: 1 fail, 1 inconclusive."))
  }

  @Test("the gate judges the side that was asked for")
  func sides() throws {
    let good = Estimate(numerator: 9, denominator: 10, interval: Interval(lower: 0.8, upper: 1))
    let poor = Estimate(numerator: 1, denominator: 10, interval: Interval(lower: 0, upper: 0.2))
    let definition = try #require(MetricDefinition.all.first { $0.id == "pc.dau" })
    let parts = [
      MetricGate.Segment(
        nil, [MetricResult(definition: definition, truth: good, observed: poor)])
    ]
    func failures(_ side: JudgedSides) -> [Bool] {
      [
        MetricGate.junit(parts, of: "town", side: side, seconds: 1)
          .contains(#"failures="1""#),
        MetricGate.annotations(parts, of: "town", side: side).contains("::error"),
        MetricGate.markdown(parts, side: side).contains("fail"),
      ]
    }
    #expect(failures(.truth) == [false, false, false])
    #expect(failures(.observed) == [true, true, true])
    #expect(failures(.both) == [true, true, true])
    let both = MetricGate.junit(parts, of: "town", side: .both, seconds: 1)
    #expect(both.contains(#"tests="2""#))
    #expect(
      MetricGate.annotations(parts, of: "town", side: .observed)
        == "::error title=town::Daily active, observed: 10.0 %, target >= 70 %, fail\n")
  }

  @Test("the gate's table says why the side that was asked for has no value")
  func absences() throws {
    func table(_ id: String, _ side: JudgedSides) throws -> String {
      let definition = try #require(MetricDefinition.all.first { $0.id == id })
      let result = MetricResult(
        definition: definition.with(target: nil), truth: nil, observed: nil, absence: .immature,
        absenceObserved: .noCases)
      return MetricGate.markdown([MetricGate.Segment(nil, [result])], side: side)
    }
    #expect(try table("pc.dau", .truth).hasSuffix("| immature |\n"))
    #expect(try table("pc.dau", .observed).hasSuffix("| no cases |\n"))
    // What a server cannot know has no reason there.
    let unknown = try #require(MetricDefinition.all.first { !$0.isObserved })
    #expect(try table(unknown.id, .observed).hasSuffix("| – |\n"))
  }

  @Test("the summary counts checked properties and metrics without a value")
  func goodNews() {
    var report = SampleReport.report
    report.properties = report.properties.filter { $0.violations == 0 }
    report.metricResults = MetricAccumulator(days: 1, allowedLatenessDays: 0).results()
    let text = TerminalSummary().text(report, name: "town")
    #expect(text.contains("3 of 3 checked, 0 violations in"))
    let empty = report.metricResults.distinct.emergent.count { $0.verdict == .notApplicable }
    #expect(empty > 10 && text.contains("\(empty) not applicable"))
    #expect(!text.contains("Speed"))
  }

  @Test("verdicts of metrics that follow from parameters are marked, and are not counted")
  func origins() {
    var report = SampleReport.report
    report.metricResults = MetricAccumulator(days: 1, allowedLatenessDays: 0).results()
    let given = report.metricResults.distinct.filter { $0.target != nil && $0.origin != .emergent }
    let assumed = given.count { $0.origin.name == "assumed" }
    #expect(assumed > 3 && given.count > assumed)
    let text = TerminalSummary().text(report, name: "town")
    #expect(
      text.contains(
        "Not counted: \(assumed) assumed and \(given.count - assumed) modeled, which follow from "
          + "parameters.\n"))
    #expect(
      report.metricResults.verdictCounts.reduce(0) { $0 + $1.count }
        == report.metricResults.distinct.emergent.count { $0.target != nil })
    for (name, ending) in [("pc.crash_sessions", ", assumed"), ("at.mark_seconds", ", modeled")] {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
      #expect(line?.contains(ending) == true)
    }
    report.metricResults = given
    #expect(report.metricResults.verdictCounts.isEmpty)
  }

  @Test("an empty run has a summary")
  func emptyRun() {
    let text = TerminalSummary().text(RunReport.empty, name: "nothing")
    #expect(text.contains("0 people"))
    #expect(text.contains(RunReport.caveat))
    #expect(!text.contains("Metric"))
  }
}

extension String {
  fileprivate mutating func replaceAll(_ part: String) {
    self = split(separator: part, omittingEmptySubsequences: false).joined()
  }
}

extension RunReport {
  /// A run without any events.
  static let empty = RunReport(
    scenario: "nothing", seed: 0, digest: "00", program: .unstated, households: 0,
    people: 0, days: 1, allowedLatenessDays: 0, personDays: 0, operations: 0, replicaApplies: 0)
}
