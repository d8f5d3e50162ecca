/// The summary of a load, for a terminal and as Markdown.
public struct LoadText {
  private let report: LoadReport
  private let isColored: Bool

  public init(_ report: LoadReport, isColored: Bool = false) {
    self.report = report
    self.isColored = isColored
  }

  /// A duration given in microseconds: `640 µs`, `12.5 ms`, `3.20 s`.
  public static func duration(_ microseconds: Int64) -> String {
    if microseconds < 1_000 { return "\(microseconds) µs" }
    if microseconds < 1_000_000 { return "\(significant(Double(microseconds) / 1_000)) ms" }
    if microseconds < 60_000_000 { return "\(significant(Double(microseconds) / 1_000_000)) s" }
    return NumberText.duration(milliseconds: microseconds / 1_000)
  }

  private static func significant(_ number: Double) -> String {
    NumberText.fixed(number, digits: number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2)
  }

  /// The name of a percentile that is given in thousandths of a percent: `p99.9`.
  public static func name(ofPercentile thousandths: Int) -> String {
    "p\(PercentText.shortest(Double(thousandths) / 100_000))"
  }

  // MARK: Terminal

  /// The summary, ending with a line feed.
  public func text(reportPath: String? = nil) -> String {
    var table = TextTable([.left, .left])
    for (name, text) in facts { table.add([name, text]) }
    var lines = table.lines
    lines += [""] + seriesTable.lines
    if !report.steps.isEmpty { lines += [""] + stepTable.lines + ["", "Knee: \(knee)"] }
    if !report.verdicts.isEmpty { lines += [""] + report.verdicts.map(line) }
    if let abortion = report.abortion { lines += ["", color("31", "Aborted: ") + abortion] }
    if !report.violations.isEmpty {
      lines += [""] + violations.map { color("31", "Violated: ") + $0 }
    }
    if let reportPath { lines += ["", "Report: \(reportPath)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private var facts: [(name: String, text: String)] {
    [
      ("Load", "\(report.title), \(report.load)"),
      (
        "Target",
        place + ", \(NumberText.counted(Int64(report.connections), "connection"))"
      ),
      ("Time", time),
      ("Requests", requests),
      ("Errors", errors),
      ("Sender", sender),
    ] + proxy + server + (report.people.map(facts(of:)) ?? []) + closedLoop + events
  }

  /// The address of the server, and its store if the load has started it.
  var place: String { report.target + (report.store.map { " over \($0)" } ?? "") }

  private var closedLoop: [(name: String, text: String)] {
    [("Loop", report.loopNote), ("Left out", report.absenceNote)].compactMap { name, note in
      note.map { (name: name, text: $0 + ".") }
    }
  }

  private var proxy: [(name: String, text: String)] {
    guard let seconds = report.proxySeconds else { return [] }
    return [(name: "Proxy", text: "\(NumberText.fixed(seconds, digits: 2)) s of a core")]
  }

  private var server: [(name: String, text: String)] {
    guard let server = report.server else { return [] }
    var text = "\(NumberText.fixed(server.processorSeconds, digits: 2)) s of a core, "
    if let length = server.requestMicroseconds {
      text += "\(NumberText.fixed(length, digits: 1)) µs a request, "
    }
    text += NumberText.bytes(server.residentBytes)
    if let length = server.commitMicroseconds {
      text +=
        ", \(NumberText.counted(server.commits, "commit")) of \(Self.duration(length)) on average"
    }
    return [(name: "Server", text: text)]
  }

  private var events: [(name: String, text: String)] {
    report.events.enumerated().map { index, event in
      (name: index == 0 ? "Events" : "", text: "\(Self.time(of: event)): \(event.text)")
    }
  }

  /// When an event happened: `5.0 to 5.4 s`.
  static func time(of event: LoadReport.Event) -> String {
    let planned = NumberText.fixed(event.planned, digits: 1)
    guard let begin = event.begin else { return "not reached, \(planned) s" }
    let from = NumberText.fixed(begin, digits: 1)
    guard let end = event.end else { return "from \(from) s, without an end" }
    let to = NumberText.fixed(end, digits: 1)
    return from == to ? "\(from) s" : "\(from) to \(to) s"
  }

  /// What happened to the people of a load and what was compared, for the page.
  var peopleFacts: [(name: String, text: String)] { report.people.map(facts(of:)) ?? [] }

  private func facts(of people: LoadReport.People) -> [(name: String, text: String)] {
    let count = { (number: Int64, what: String) in
      number > 0 ? ", \(NumberText.grouped(number)) \(what)" : ""
    }
    let undrained = NumberText.counted(Int64(people.undrained), "phone")
    return [
      (
        "People",
        "\(NumberText.grouped(Int64(people.people))) in "
          + scopes(people.families, people.groups, of: people) + ", "
          + NumberText.counted(Int64(people.devices), "phone")
          + count(Int64(people.joined), "joined") + count(Int64(people.installs), "signed in late")
          + count(Int64(people.deleted), "deleted their account")
          + count(Int64(people.consents), "let share by a parent")
      ),
      (
        "Actions",
        "\(NumberText.grouped(people.operations)) saved" + count(people.rejected, "rejected")
          + count(people.refused, "refused by the phone") + count(people.impossible, "impossible")
          + ", \(NumberText.grouped(people.exchanges)) exchanges"
          + count(people.acknowledging, "of them acknowledged operations")
      ),
      (
        "Checked",
        scopes(people.checked, people.checkedGroups, of: people) + " with "
          + "\(NumberText.counted(people.rows, "row")), \(verdict(on: people))"
          + (people.undrained > 0 ? "; \(undrained) did not finish" : "")
      ),
    ] + restored(people) + judged
  }

  private func restored(_ people: LoadReport.People) -> [(name: String, text: String)] {
    guard let resent = people.resent else { return [] }
    let phones = NumberText.counted(Int64(people.resenders), "phone")
    return [
      (
        name: "Restored",
        text: resent == 0
          ? "the server had lost nothing that a phone knew"
          : "\(NumberText.counted(resent, "acknowledged operation")) came back from \(phones) alone"
      )
    ]
  }

  /// `87 families and 1 group`.
  private func scopes(_ families: Int, _ groups: Int, of people: LoadReport.People) -> String {
    NumberText.counted(Int64(families), "family", "families")
      + (people.groups > 0 ? " and \(NumberText.counted(Int64(groups), "group"))" : "")
  }

  private var judged: [(name: String, text: String)] {
    guard let judgement = report.judgement else { return [] }
    let checks = judgement.checks.reduce(0) { $0 + $1.count }
    let found = Int64(judgement.violations.count)
    return [
      (
        name: "Judged",
        text: "\(NumberText.shortened(checks)) checks of "
          + NumberText.counted(Int64(judgement.checks.count), "property", "properties") + ", "
          + (found == 0
            ? "none violated" : NumberText.counted(found, "violation"))
      )
    ]
  }

  private func verdict(on people: LoadReport.People) -> String {
    if !report.violations.isEmpty {
      return NumberText.counted(Int64(report.violations.count), "violation")
    }
    return people.checked == 0 ? "so it is not known what is lost" : "nothing lost"
  }

  /// The first violations; a server that loses much has thousands.
  var violations: [String] {
    let (shown, all) = (10, report.violations.count)
    return report.violations.prefix(shown)
      + (all > shown ? ["\(NumberText.grouped(Int64(all - shown))) more."] : [])
  }

  private var time: String {
    let text = "\(NumberText.fixed(report.seconds, digits: 1)) s"
    guard report.warmupSeconds > 0 else { return text }
    return text + " after \(NumberText.fixed(report.warmupSeconds, digits: 1)) s of warm-up"
  }

  private var requests: String {
    "\(NumberText.grouped(report.sent)) of \(NumberText.grouped(report.intended)) sent, "
      + "\(NumberText.grouped(report.answered)) answered, "
      + "\(NumberText.grouped(Int64(report.rate.rounded())))/s"
  }

  private var errors: String {
    if report.errorCount == 0 { return "none" }
    return report.errors.filter { $0.count > 0 }
      .map { "\(NumberText.grouped($0.count)) \($0.name)" }.joined(separator: ", ")
  }

  private var sender: String {
    var parts = ["\(NumberText.fixed(report.processorSeconds, digits: 2)) s of a core"]
    if let rate = report.requestsPerCoreSecond {
      parts.append("\(NumberText.grouped(Int64(rate.rounded()))) requests/s and core")
    }
    parts.append("\(NumberText.bytes(report.peakMemoryBytes)) peak memory")
    return parts.joined(separator: ", ")
  }

  private var header: [String] {
    [""] + LoadReport.Series.percentiles.map(Self.name) + ["longest", "mean", "count"]
  }

  private func row(_ series: LoadReport.Series) -> [String] {
    let none = NumberText.missing
    let values = LoadReport.Series.percentiles.indices.map { place in
      place < series.values.count ? Self.duration(series.values[place]) : none
    }
    let isEmpty = series.count == 0
    return [series.name] + values
      + [
        isEmpty ? none : Self.duration(series.longest),
        isEmpty ? none : Self.duration(Int64(series.mean.rounded())),
        NumberText.grouped(series.count),
      ]
  }

  private var seriesTable: TextTable {
    var table = TextTable([.left] + Array(repeating: .right, count: header.count - 1))
    table.add(header)
    for series in report.series { table.add(row(series)) }
    return table
  }

  // MARK: Steps

  static let stepHeader = ["rate", "goodput", "p50", "p99"]

  static func row(_ step: LoadReport.Step) -> [String] {
    [perSecond(step.rate), perSecond(step.goodput), duration(step.p50), duration(step.p99)]
  }

  private static func perSecond(_ rate: Double) -> String {
    "\(NumberText.grouped(Int64(rate.rounded())))/s"
  }

  private var stepTable: TextTable {
    var table = TextTable(Array(repeating: .right, count: Self.stepHeader.count))
    table.add(Self.stepHeader)
    for step in report.steps { table.add(Self.row(step)) }
    return table
  }

  /// What the steps say, as a sentence.
  var knee: String {
    let bound =
      "\(NumberText.fixed(LoadReport.kneeShare * 100, digits: 0)) % of the rate answered, p99 below "
      + Self.duration(report.kneeMicroseconds)
    guard let knee = report.knee else { return "below the first step (\(bound))." }
    let beyond =
      report.beyondKnee.map {
        "At \(Self.perSecond($0.rate)), the goodput is \(Self.perSecond($0.goodput))."
      } ?? "No step has twice that rate."
    return "\(Self.perSecond(knee.rate)) (\(bound)). \(beyond)"
  }

  private func line(_ verdict: LoadReport.Verdict) -> String {
    let state = verdict.isMissed ? color("31", "missed") : color("32", "kept  ")
    let measured = verdict.measured.map { "measured \($0)" } ?? "nothing measured"
    return "\(state)  fails if \(verdict.expression): \(measured)"
  }

  private func color(_ code: String, _ text: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  // MARK: Markdown

  /// The summary as Markdown, ending with a line feed.
  public var markdown: String {
    var lines = ["### Load: \(report.title)", ""]
    lines += facts.map { name, text in
      name.isEmpty ? "  - \(Self.escaped(text))" : "- \(name): \(Self.escaped(text))"
    }
    lines += ["", "| " + header.joined(separator: " | ") + " |"]
    lines.append("|---|" + String(repeating: "--:|", count: header.count - 1))
    lines += report.series.map { "| " + row($0).joined(separator: " | ") + " |" }
    if !report.steps.isEmpty {
      lines += ["", "| " + Self.stepHeader.joined(separator: " | ") + " |", "|--:|--:|--:|--:|"]
      lines += report.steps.map { "| " + Self.row($0).joined(separator: " | ") + " |" }
      lines += ["", "Knee: \(Self.escaped(knee))"]
    }
    if !report.verdicts.isEmpty { lines.append("") }
    let plain = LoadText(report)
    lines += report.verdicts.map { "- " + Self.escaped(plain.line($0)) }
    if let abortion = report.abortion { lines += ["", "Aborted: \(Self.escaped(abortion))"] }
    if !report.violations.isEmpty {
      lines += [""] + violations.map { "- Violated: \(Self.escaped($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\`*_<>|".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }

  // MARK: While it runs

  /// One line about what happens now.
  public static func live(
    _ interval: LoadReport.Interval, seconds: Double, of total: Double
  ) -> String {
    let rate = Int64((Double(interval.answered) / interval.seconds).rounded())
    return "\(Int(seconds)) of \(Int(total)) s: \(NumberText.grouped(rate))/s, "
      + "p50 \(duration(interval.p50)), p99 \(duration(interval.p99)), "
      + "p99.9 \(duration(interval.p999)), late \(duration(interval.lateness)), "
      + "\(interval.open) open, \(NumberText.grouped(interval.failed)) errors"
      + (interval.server.map { live($0, of: interval) } ?? "")
  }

  private static func live(
    _ server: LoadReport.ServerCounters, of interval: LoadReport.Interval
  ) -> String {
    let share = server.processorSeconds / interval.seconds
    let commits = Int64((Double(server.commits) / interval.seconds).rounded())
    return "; server: \(NumberText.fixed(share * 100, digits: 0)) % of a core, "
      + "\(NumberText.bytes(server.residentBytes))"
      + (server.commitMicroseconds.map {
        ", \(NumberText.grouped(commits)) commits/s of \(duration($0))"
      } ?? "")
  }
}
