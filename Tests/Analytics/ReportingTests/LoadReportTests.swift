import Base
import JSONText
import TestKit
import Testing

@testable import Reporting

@Suite("Reports of loads")
struct LoadReportTests {
  private static let report = {
    var report = LoadReport()
    report.title = "GET /health"
    report.target = "http://127.0.0.1:8080"
    report.load = "2,000 requests/s"
    report.connections = 64
    report.seconds = 30
    report.warmupSeconds = 5
    report.intended = 60_000
    report.sent = 60_000
    report.answered = 59_990
    report.errors = [.init("timeout", 10)]
    report.series = [
      .init(
        name: "latency", meaning: "from the intended instant of a request to its response",
        count: 60_000, values: [122, 1_410, 12_300, 250_000, 1_250_000], longest: 61_000_000,
        mean: 800.4),
      .init(name: "waiting", meaning: "none", count: 0, values: [], longest: 0, mean: 0),
    ]
    report.intervals = (0..<30).map { second in
      var interval = LoadReport.Interval()
      interval.start = Double(second)
      interval.intended = 2_000
      interval.sent = 2_000
      interval.answered = second == 10 ? 0 : 2_000
      interval.p50 = 100
      interval.p99 = second == 11 ? 900_000 : 2_000
      interval.p999 = second == 11 ? 990_000 : 9_000
      return interval
    }
    report.verdicts = [
      .init(expression: "latency.p99>250ms", measured: "12.3 ms", isMissed: false),
      .init(expression: "errors>0", measured: "10", isMissed: true),
      .init(expression: "service.p99>1s", measured: nil, isMissed: false),
    ]
    report.processorSeconds = 2
    report.peakMemoryBytes = 20 << 20
    return report
  }()

  /// The same for people, of whose families one has lost something.
  private static let people = {
    var report = LoadReportTests.report
    report.people = LoadReport.People(
      people: 19, families: 7, devices: 26, operations: 4_363, rejected: 38, refused: 6,
      impossible: 0, leftOut: 3, exchanges: 6_682, undrained: 1, checked: 7, rows: 4_362)
    report.losses = (0..<12).map { "Family \($0) (scope 5): lost <one>." }
    return report
  }()

  @Test("the server's processor time is also that of a request, over all intervals")
  func serverCosts() {
    var report = Self.report
    for (index, requests) in [1_500, 2_500].enumerated() {
      var counters = LoadReport.ServerCounters()
      counters.processorSeconds = 0.03
      counters.requests = Int64(requests)
      counters.residentBytes = 20 << 20
      report.intervals[index].server = counters
    }
    let line = "\nServer    0.06 s of a core, 15.0 µs a request, 20.0 MiB\n"
    #expect(LoadText(report).text().contains(line))
    #expect(LoadDocument(report).json["server"]?["requests"]?.integer() == 4_000)
    for index in 0..<2 { report.intervals[index].server?.requests = 0 }
    #expect(LoadText(report).text().contains("\nServer    0.06 s of a core, 20.0 MiB\n"))
  }

  @Test("a load of people says who they were, what they did and what was lost")
  func peopleText() {
    let text = LoadText(Self.people).text()
    #expect(
      text.contains(
        """
        People    19 in 7 families, 26 phones
        Actions   4,363 saved, 38 rejected, 6 refused by the phone, 6,682 exchanges
        Checked   7 families with 4,362 rows, 12 violations; 1 phone did not finish

        """), "\(text)")
    #expect(text.contains("\nViolated: Family 9 (scope 5): lost <one>.\nViolated: 2 more.\n"))
    var few = Self.people
    few.people?.groups = 1
    few.people?.checkedGroups = 1
    #expect(LoadText(few).text().contains("\nPeople    19 in 7 families and 1 group, 26 phones\n"))
    #expect(LoadText(few).text().contains("\nChecked   7 families and 1 group with 4,362 rows, "))
    few.people?.acknowledging = 4_021
    #expect(
      LoadText(few).text().contains(
        ", 6,682 exchanges, 4,021 of them acknowledged operations\n"))
    few.people?.resent = 1_234
    few.people?.resenders = 1
    #expect(
      LoadText(few).text().contains(
        "\nRestored  1,234 acknowledged operations came back from 1 phone alone\n"))
    few.people?.resent = 0
    #expect(LoadText(few).text().contains("\nRestored  the server had lost nothing that a phone"))
    #expect(!LoadText(Self.people).text().contains("Restored"))
    let markdown = LoadText(Self.people).markdown
    #expect(markdown.contains("\n- Violated: Family 0 (scope 5): lost \\<one\\>.\n"))
    let page = LoadPage(Self.people).text
    #expect(page.contains("Violated: Family 0 (scope 5): lost &lt;one&gt;."))
    #expect(page.contains("<li>Checked: 7 families with 4,362 rows, 12 violations; 1 phone did "))
    let junit = LoadDocument(Self.people).junit.text
    #expect(junit.contains("nothing lost in 7 of 7 families") && junit.contains("And 11 more."))
    #expect(junit.contains("1 of 26 phones did not"))
  }

  /// The same with a server of its own, to which something was done.
  private static let disturbed = {
    var report = LoadReportTests.people
    report.store = "sqlite:families.sqlite"
    report.steps = [
      .init(rate: 100, goodput: 100, p50: 1, p99: 2),
      .init(rate: 200, goodput: 100, p50: 1, p99: 2),
    ]
    report.proxySeconds = 0.25
    report.events = [
      .init(name: "kill", text: "killed", planned: 5, begin: 5.01, end: 5.44),
      .init(name: "reset", text: "connections <reset>", planned: 9, begin: 9, end: 9),
      .init(name: "stop", text: "stopped for 2 s", planned: 29, begin: nil, end: nil),
    ]
    return report
  }()

  @Test("steps have a table, and the last one that was kept up with is the knee")
  func steps() {
    var report = Self.report
    report.steps = [
      .init(rate: 100, goodput: 100, p50: 1_000, p99: 9_000),
      .init(rate: 325, goodput: 310, p50: 1_000, p99: 90_000),
      .init(rate: 550, goodput: 549, p50: 1_000, p99: 251_000),
      .init(rate: 775, goodput: 700, p50: 900_000, p99: 2_000_000),
    ]
    let text = LoadText(report).text()
    #expect(text.contains("\n325/s    310/s  1.00 ms  90.0 ms\n"), "\(text)")
    let knee =
      "Knee: 325/s (95 % of the rate answered, p99 below 250 ms). "
      + "At 775/s, the goodput is 700/s."
    #expect(text.contains(knee), "\(text)")
    #expect(LoadText(report).markdown.contains("| 325/s | 310/s | 1.00 ms | 90.0 ms |"))
    #expect(LoadPage(report).text.contains(knee))
    report.kneeMicroseconds = 300_000
    #expect(report.knee?.rate == 550 && report.beyondKnee == nil)
    #expect(LoadText(report).text().contains("No step has twice that rate."))
    report.kneeMicroseconds = 5_000
    #expect(LoadText(report).text().contains("Knee: below the first step"))
    #expect(!LoadText(Self.report).text().contains("Knee"))
  }

  @Test("what was done to the server and the network is listed, and a band over time")
  func events() {
    let text = LoadText(Self.disturbed).text()
    #expect(
      text.contains(
        """
        Events    5.0 to 5.4 s: killed
                  9.0 s: connections <reset>
                  not reached, 29.0 s: stopped for 2 s

        """), "\(text)")
    #expect(text.contains("http://127.0.0.1:8080 over sqlite:families.sqlite, 64 connections\n"))
    #expect(text.contains("\nProxy     0.25 s of a core\n"))
    let markdown = LoadText(Self.disturbed).markdown
    #expect(markdown.contains("\n- Events: 5.0 to 5.4 s: killed\n  - 9.0 s: connections \\<reset"))
    let page = LoadPage(Self.disturbed).text
    // Two events that began, in two charts of two sizes.
    #expect(page.split(separator: #"class="band""#).count == 1 + 2 * 4)
    #expect(page.contains("9.0 s: connections &lt;reset&gt;"))
    #expect(!LoadPage(Self.report).text.contains(#"class="band""#))
  }

  @Test("where no feed was read nothing passes for kept")
  func unchecked() {
    var report = Self.people
    report.losses = []
    report.people = LoadReport.People(
      people: 19, families: 7, devices: 26, operations: 10, rejected: 0, refused: 0,
      impossible: 0, leftOut: 0, exchanges: 12, undrained: 0, checked: 0, rows: 0)
    let text = LoadText(report).text()
    #expect(text.contains("Checked   0 families with 0 rows, so it is not known what is lost\n"))
    #expect(LoadDocument(report).junit.text.contains("no feed was read"))
  }

  @Test("the summary of a terminal has every figure in a fitting unit")
  func text() throws {
    let text = LoadText(Self.report).text(reportPath: "load.html")
    let golden = """
      Load      GET /health, 2,000 requests/s
      Target    http://127.0.0.1:8080, 64 connections
      Time      30.0 s after 5.0 s of warm-up
      Requests  60,000 of 60,000 sent, 59,990 answered, 2,000/s
      Errors    10 timeout
      Sender    2.00 s of a core, 30,000 requests/s and core, 20.0 MiB peak memory

                  p50      p90      p99   p99.9  p99.99   longest    mean   count
      latency  122 µs  1.41 ms  12.3 ms  250 ms  1.25 s  1.02 min  800 µs  60,000
      waiting       –        –        –       –       –         –       –       0

      kept    fails if latency.p99>250ms: measured 12.3 ms
      missed  fails if errors>0: measured 10
      kept    fails if service.p99>1s: nothing measured

      Report: load.html

      """
    #expect(text == golden)
  }

  @Test("Markdown has the same, with its own signs escaped")
  func markdown() {
    let text = LoadText(Self.report).markdown
    #expect(text.hasPrefix("### Load: GET /health\n\n- Load: GET /health, 2,000 requests/s\n"))
    #expect(text.contains("| latency | 122 µs | 1.41 ms |"))
    #expect(text.contains("- missed  fails if errors\\>0: measured 10\n"))
  }

  @Test("a page without anything from elsewhere shows latency and rate over time")
  func page() {
    let text = LoadPage(Self.report).text
    #expect(
      text.hasPrefix("<!DOCTYPE html>") && !text.contains("src=") && !text.contains("<script"))
    #expect(text.contains("The worst interval begins at 11 s: p50 100 µs, p99 900 ms"))
    #expect(text.contains(#"class="line rare""#) && text.contains("Rate over time"))
    #expect(text.contains("Missed: fails if errors&gt;0, measured 10"))
    // A second without a response interrupts the line.
    let line = text.split(separator: "\n").first { $0.contains(#"class="line truth""#) }
    #expect(line?.count { $0 == "M" } == 2)
  }

  @Test("a closed loop says that its durations judge no server, and what its people do not have")
  func closedLoop() {
    #expect(!LoadText(Self.people).text().contains("Loop") && Self.people.loopNote == nil)
    #expect(!LoadPage(Self.people).text.contains("loop is closed"))
    #expect(LoadDocument(Self.people).json["closedLoop"]?.boolean == false)
    var report = Self.people
    report.isClosedLoop = true
    let text = LoadText(report).text()
    #expect(text.contains("\nLoop      closed: what people do depends on the answers, "), "\(text)")
    #expect(text.contains("\nLeft out  groups, "), "\(text)")
    #expect(LoadText(report).markdown.contains("\n- Loop: closed: "))
    #expect(LoadPage(report).text.contains("The loop is closed: what people do depends"))
    #expect(LoadDocument(report).json["closedLoop"]?.boolean == true)
  }

  @Test("a load of one interval has a page, too")
  func short() {
    var report = Self.report
    report.intervals = Array(report.intervals.prefix(1))
    #expect(!LoadPage(report).text.contains("over time"))
    report.intervals = []
    report.series = []
    #expect(LoadPage(report).text.contains("Shakeout load report"))
  }

  @Test("JUnit has a case for the load and each threshold")
  func junit() {
    var report = Self.report
    report.abortion = "it was interrupted."
    let text = LoadDocument(report).junit.text
    #expect(text.contains(#"tests="4" failures="2" errors="0""#))
  }

  @Test("the JSON has everything, in the recorded format")
  func json() throws {
    var report = Self.disturbed
    report.abortion = "it was interrupted."
    let json = LoadDocument(report).json
    #expect(json["intervals"]?.elements?.count == 30)
    #expect(json["series"]?.elements?.first?["percentiles"]?.elements?.count == 5)
    let record = FormatRecord(
      "load-json", LoadDocument.format.current,
      at: "Sources/Analytics/Reporting/Load/LoadDocument.swift", json.keyPaths())
    #expect(try record.problem() == nil)
  }

  @Test(
    "durations are shown in fitting units",
    arguments: [
      (0, "0 µs"), (999, "999 µs"), (1_000, "1.00 ms"), (99_940, "99.9 ms"), (999_999, "1,000 ms"),
      (1_000_000, "1.00 s"), (59_000_000, "59.0 s"), (90_000_000, "1.50 min"),
    ])
  func durations(microseconds: Int64, text: String) {
    #expect(LoadText.duration(microseconds) == text)
  }
}
