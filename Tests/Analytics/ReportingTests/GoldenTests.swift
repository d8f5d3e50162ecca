import Testing

@testable import Reporting

@Suite("The sample run's report")
struct GoldenTests {
  @Test("reads in a terminal as it always did")
  func terminal() throws {
    let text = TerminalSummary().text(
      SampleReport.report, name: "my-town", performance: SampleReport.performance,
      reportPath: "results/small-town/report.html")
    try expectGolden(text, "summary.txt")
  }

  @Test("reads as summary.json as it always did")
  func summary() throws {
    try expectGolden(SummaryDocument(SampleReport.report).text, "summary.json")
  }

  @Test("looks on its page as it always did")
  func page() throws {
    try expectGolden(ReportPage(SampleReport.report).text, "report.html")
  }
}
