import Metrics
import Testing

@testable import Reporting

@Suite("Terminal summary")
struct TerminalSummaryTests {
  @Test("the table names every metric by its ID, and what a mean is a mean over")
  func names() {
    var report = SampleReport.report
    report.metricResults = MetricAccumulator(days: 1, allowedLatenessDays: 0, seed: 1).results()
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

  @Test("the summary counts passed properties and immature metrics")
  func goodNews() {
    var report = SampleReport.report
    report.properties = report.properties.filter { $0.violations == 0 }
    report.metricResults = MetricAccumulator(days: 1, allowedLatenessDays: 0, seed: 1).results()
    let text = TerminalSummary().text(report, name: "town")
    #expect(text.contains("3 passed in"))
    #expect(!text.contains("violated"))
    let immature = report.metricResults.count { $0.verdict == .immature }
    #expect(immature > 10 && text.contains("\(immature) immature"))
    #expect(!text.contains("Speed"))
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
    scenario: "nothing", seed: 0, digest: "00", version: "0", households: 0,
    people: 0, days: 1, allowedLatenessDays: 0, personDays: 0, operations: 0, replicaApplies: 0)
}
