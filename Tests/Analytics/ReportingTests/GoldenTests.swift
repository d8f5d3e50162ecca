import Testing

@testable import Reporting

@Suite("Golden files of the sample report")
struct GoldenTests {
  @Test("the terminal summary matches its golden file")
  func terminal() throws {
    let text = TerminalSummary().text(
      SampleReport.report, name: "my-town", performance: SampleReport.performance,
      reportPath: "results/small-town/report.html")
    try expectGolden(text, "summary.txt")
  }

  @Test("summary.json matches its golden file")
  func summary() throws {
    try expectGolden(SummaryDocument(SampleReport.report).text, "summary.json")
  }

  @Test("the HTML page matches its golden file")
  func page() throws {
    try expectGolden(ReportPage(SampleReport.report).text, "report.html")
  }
}
