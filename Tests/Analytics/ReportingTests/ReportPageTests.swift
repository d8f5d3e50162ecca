import Metrics
import Testing

@testable import Reporting

@Suite("HTML report")
struct ReportPageTests {
  private let page = ReportPage(SampleReport.report).text

  @Test("the page is self-contained and runs no script")
  func selfContained() {
    for foreign in ["http", "//", "<script", "<link", "<img", "url(", "@import", " src="] {
      #expect(!page.contains(foreign), "\(foreign)")
    }
  }

  @Test("the page closes every element in order", arguments: [0, 1, 2])
  func isBalanced(sample: Int) throws {
    var open: [Substring] = []
    let text = ReportPage([SampleReport.report, .empty, .tiny][sample]).text
    for tag in text.split(separator: "<").dropFirst() {
      let name = tag.prefix { $0 != " " && $0 != ">" && $0 != "\n" }
      if name.hasPrefix("!") || name == "meta" { continue }
      if name.hasPrefix("/") {
        #expect(open.popLast() == name.dropFirst())
      } else {
        open.append(name)
      }
    }
    #expect(open.isEmpty)
  }

  @Test("every chart and table has a label for screen readers")
  func isAccessible() {
    let ids = page.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(Set(ids).count == ids.count, "identifiers are unique")
    for labels in page.split(separator: "aria-labelledby=\"").dropFirst() {
      for id in labels.prefix(while: { $0 != "\"" }).split(separator: " ") {
        #expect(ids.contains(id), "\(id)")
      }
    }
    let count = { (part: String) in page.split(separator: part).count - 1 }
    #expect(count("<svg") > 10)
    #expect(count("<svg") == count("<desc"))
    #expect(count("<table") == count("<caption"))
    #expect(count("<table") >= 5)
  }

  @Test("the page escapes names")
  func escapes() {
    var report = SampleReport.report
    report.scenario = "<b>\"A\" & B</b>\u{0}"
    report.properties = [
      PropertyResult(id: "<i>", description: "1 < 2", checks: 1, violations: 0)
    ]
    let page = ReportPage(report).text
    #expect(page.contains("&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;\u{FFFD}"))
    #expect(page.contains("&lt;i&gt;"))
    #expect(!page.contains("<b>\""))
  }

  @Test("the page prints the caveat about simulated levels")
  func caveat() {
    #expect(page.contains("Simulated levels are consequences of assumptions, never forecasts."))
    #expect(ReportPage(.empty).text.contains(RunReport.caveat))
  }

  @Test("the page omits sections without data")
  func leavesOut() {
    let page = ReportPage(.empty).text
    #expect(!page.contains("<svg"))
    #expect(!page.contains("<table"))
    for section in ["metrics", "daily-active", "retention", "properties", "sync", "network"] {
      #expect(self.page.contains("<h2 id=\"\(section)\">"))
      #expect(!page.contains("<h2 id=\"\(section)\">"))
    }
  }

  @Test("the page shows how verdicts differ from the server's data alone")
  func tellsMisreadings() {
    #expect(page.contains("“Habits completed” would get the verdict inconclusive instead of pass"))
    #expect(page.contains("Largest bias: “Ever reached a 7-day streak” is observed"))
  }

  @Test("a run of one person and one day has a valid page")
  func tinyRun() {
    let page = ReportPage(.tiny).text
    #expect(page.contains("On day 0, 1 of 1 enrolled people were active"))
    #expect(page.contains("immature") || page.contains("not applicable"))
    #expect(page.contains("No metric has a value on both sides yet"))
    #expect(!page.contains("nan"))
  }
}

extension RunReport {
  /// A run of one person and one day.
  static let tiny: RunReport = {
    var report = RunReport.empty
    let counts = DayTotals.Counts(active: 1, habitsDue: 1, habitsDone: 1)
    report.dayTotals = [
      DayTotals(day: 0, joined: 1, enrolled: 1, truth: counts, observed: counts)
    ]
    let accumulator = MetricAccumulator(days: 1, allowedLatenessDays: 0)
    report.retentionCurve = accumulator.retentionCurve
    report.metricResults = accumulator.results()
    report.latencies = [LatencySummary(title: "Tap to server", histogram: LatencyHistogram())]
    report.replicasPerFamily = [ReplicaCount(replicas: 1, families: 1)]
    return report
  }()
}
