import Base
public import Metrics

/// The summary that a run prints at its end: plain text that also suits a log.
public struct TerminalSummary {
  /// Whether verdicts are colored; the caller knows whether the output is a terminal.
  public var isColored: Bool

  public init(isColored: Bool = false) {
    self.isColored = isColored
  }

  /// The summary, ending with a line feed.
  ///
  /// - Parameters:
  ///   - name: the name of the run.
  ///   - performance: the performance of the run, if measured.
  ///   - reportPath: the path of the HTML report, if written.
  public func text(
    _ report: RunReport, name: String, performance: RunPerformance? = nil,
    reportPath: String? = nil
  ) -> String {
    var lines = facts(report, name: name, performance: performance)
    lines += violations(report)
    if !report.metricResults.isEmpty { lines += [""] + metricTable(report.metricResults) }
    if let biasBreakdown = report.biasBreakdown {
      lines += [""] + self.biasBreakdown(biasBreakdown)
    }
    lines += [""] + conclusion(report.metricResults)
    if let reportPath { lines += ["", "Report: \(reportPath)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func facts(
    _ report: RunReport, name: String, performance: RunPerformance?
  ) -> [String] {
    var table = TextTable([.left, .left])
    table.add(["Run", "\(name) (scenario \(report.scenario), seed \(report.seed))"])
    let people = NumberText.counted(report.people, "person", "people")
    let households = NumberText.counted(report.households, "household")
    let days = NumberText.counted(Int64(report.days), "day")
    table.add(["Simulated", "\(people) in \(households), \(days)"])
    let operations = NumberText.counted(report.operations, "operation")
    let applies = NumberText.counted(report.replicaApplies, "time")
    table.add(["Synced", "\(operations), applied \(applies) on replicas"])
    table.add(["Policy", conflicts(report.conflicts)])
    if let cost = report.cost {
      table.add(["Backend", cost.quotaText])
      if let text = cost.costText { table.add(["Cost", text]) }
    }
    if let performance { table.add(["Speed", speed(report, performance)]) }
    if !report.files.isEmpty {
      let size = NumberText.bytes(report.datasetBytes)
      table.add(["Wrote", "\(size) in \(NumberText.counted(Int64(report.files.count), "file"))"])
    }
    table.add(["Digest", "\(report.digest) (version \(report.program.version))"])
    if let text = report.checkedScopes.text { table.add(["Checked", text]) }
    if !report.properties.isEmpty { table.add(["Properties", properties(report)]) }
    return table.lines
  }

  private func conflicts(_ conflicts: ConflictSummary) -> String {
    "\(conflicts.policy), \(conflicts.lostUpdatesText)"
  }

  private func speed(_ report: RunReport, _ performance: RunPerformance) -> String {
    var parts = ["\(NumberText.fixed(performance.seconds, digits: 1)) s"]
    if let rate = performance.rate(report.operations) {
      parts.append("\(NumberText.grouped(Int64(rate))) operations/s")
    }
    if let rate = performance.rate(report.personDays) {
      parts.append("\(NumberText.grouped(Int64(rate))) person-days/s")
    }
    parts.append("\(NumberText.bytes(performance.peakMemoryBytes)) peak memory")
    return parts.joined(separator: ", ")
  }

  private func properties(_ report: RunReport) -> String {
    let summary = report.propertySummary
    let isFine = summary.violated.isEmpty
    return "\(summary.shortCheckedText), " + color(isFine ? .pass : .fail, summary.violationText)
      + " in \(NumberText.counted(summary.checks, "check"))\(summary.namedEndingText)"
  }

  private func violations(_ report: RunReport) -> [String] {
    report.propertySummary.violated.map { property in
      let violations = NumberText.grouped(property.violations)
      let checks = NumberText.grouped(property.checks)
      return "  \(property.id): \(violations) of \(checks) checks"
    }
  }

  /// The properties of a run in one line; empty if nothing is known of them.
  public func text(of properties: [PropertyResult]) -> String {
    guard !properties.isEmpty else { return "" }
    let summary = PropertySummary(properties)
    let text = summary.headline
    return "Properties: \(summary.violated.isEmpty ? text : color(.fail, text)).\n"
  }

  /// The metrics as a table.
  public func table(of metricResults: [MetricResult]) -> String {
    metricTable(metricResults).joined(separator: "\n") + "\n"
  }

  /// The metrics as a table, with how many targets have which verdict and the caveat.
  public func text(of metricResults: [MetricResult]) -> String {
    table(of: metricResults) + "\n"
      + conclusion(metricResults).map { $0 + "\n" }.joined()
  }

  private func metricTable(_ metricResults: [MetricResult]) -> [String] {
    var table = TextTable([.left, .right, .right, .right, .right, .left, .left])
    // The title comes last, so that a narrow terminal breaks no number.
    table.add(["Metric", "truth", "observed", "95 % interval", "target", "verdict", "meaning"])
    for metric in metricResults {
      table.add([
        metric.id, metric.truth.map { metric.text($0.value) } ?? NumberText.missing,
        metric.observed.map { metric.text($0.value) } ?? NumberText.missing,
        metric.truth?.interval.map {
          "\(metric.number($0.lower)) - \(metric.number($0.upper))"
        } ?? metric.truth?.gap?.text ?? NumberText.missing,
        metric.target.map { "\(metric.comparison.rawValue) \(metric.roundText($0))" }
          ?? NumberText.missing,
        verdict(metric), meaning(of: metric),
      ])
    }
    return table.lines
  }

  /// The title, and of a mean also what it is a mean over.
  private func meaning(of metric: MetricResult) -> String {
    switch metric.form {
    case .share, .uplift, .count: metric.title
    case .mean, .scaled, .monthly, .difference: "\(metric.title), over \(metric.unit)"
    }
  }

  /// The verdict, or why there is no value.
  private func verdict(_ metric: MetricResult) -> String {
    let verdict = metric.verdict ?? metric.absence(on: .truth)
    let ending = metric.origin == .emergent ? "" : ", \(metric.origin.name)"
    return verdict.map { color($0, $0.rawValue) + ending } ?? NumberText.missing
  }

  /// The bias of every biased metric, split by cause.
  private func biasBreakdown(_ biasBreakdown: BiasBreakdown) -> [String] {
    let biased = biasBreakdown.entries.filter { entry in entry.parts.contains { $0.size != 0 } }
    guard !biased.isEmpty else { return ["Bias: every observed metric equals the truth."] }
    var table = TextTable([.left, .right] + BiasCause.allCases.map { _ in .right })
    table.add(["Biased metric", "bias"] + BiasCause.allCases.map(\.rawValue))
    for entry in biased {
      table.add(
        [entry.result.title, entry.result.signed(entry.bias)]
          + entry.parts.map { $0.size == 0 ? NumberText.missing : entry.result.signed($0.size) })
    }
    return table.lines
  }

  private func conclusion(_ metricResults: [MetricResult]) -> [String] {
    var lines: [String] = []
    if !metricResults.verdictCounts.isEmpty {
      let counts = metricResults.verdictCounts.map { "\($0.count) \($0.verdict.rawValue)" }
      lines.append("Targets: \(counts.joined(separator: ", ")).")
    }
    if let given = metricResults.givenText { lines.append("Not counted: \(given).") }
    if !metricResults.verdictCounts.isEmpty {
      let repeats = metricResults.repeats.map { "\($0.id) repeats \($0.of)" }
      if !repeats.isEmpty { lines.append("Counted once: \(repeats.joined(separator: ", ")).") }
    }
    return lines + [RunReport.caveat]
  }

  private func color(_ verdict: TargetVerdict, _ text: String) -> String {
    guard isColored else { return text }
    let code =
      switch verdict {
      case .pass: 32
      case .fail: 31
      case .inconclusive, .tooFew: 33
      case .immature, .notApplicable, .noCases: 90
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
