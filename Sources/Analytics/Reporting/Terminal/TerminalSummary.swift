public import Metrics

/// What a run prints when it is over: plain text of at most 100 columns, good to read in a log.
public struct TerminalSummary {
  /// Whether verdicts are colored; the caller knows whether anybody would see it.
  public var isColored: Bool

  public init(isColored: Bool = false) {
    self.isColored = isColored
  }

  /// The summary, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - name: what the run is called.
  ///   - performance: what the run cost, when it was measured.
  ///   - reportPath: where the page lies, when it was written.
  public func text(
    _ report: RunReport, name: String, performance: RunPerformance? = nil,
    reportPath: String? = nil
  ) -> String {
    var lines = facts(report, name: name, performance: performance)
    lines += violations(report)
    if !report.metricResults.isEmpty { lines += [""] + keyFigures(report.metricResults) }
    if let biasBreakdown = report.biasBreakdown {
      lines += [""] + self.biasBreakdown(biasBreakdown)
    }
    lines += [""] + conclusion(report)
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
    table.add(["Lived", "\(people) in \(households), \(days)"])
    let operations = NumberText.counted(report.operations, "operation")
    let applies = NumberText.counted(report.replicaApplies, "time")
    table.add(["Synced", "\(operations), applied \(applies) on replicas"])
    table.add(["Policy", conflicts(report.conflicts)])
    if let cost = report.cost {
      table.add(["Store", cost.quotaText])
      if let text = cost.costText { table.add(["Cost", text]) }
    }
    if let performance { table.add(["Speed", speed(report, performance)]) }
    if !report.files.isEmpty {
      let size = NumberText.bytes(report.datasetBytes)
      table.add(["Wrote", "\(size) in \(NumberText.counted(Int64(report.files.count), "file"))"])
    }
    table.add(["Digest", "\(report.digest) (version \(report.version))"])
    if !report.properties.isEmpty { table.add(["Properties", properties(report)]) }
    return table.lines
  }

  private func conflicts(_ conflicts: ConflictSummary) -> String {
    let unseen = NumberText.counted(conflicts.lostUpdates, "write")
    let logs = NumberText.counted(conflicts.logsReplayed, "log")
    return "\(conflicts.policy), \(unseen) overwritten unseen in \(logs) read once more"
  }

  private func speed(_ report: RunReport, _ performance: RunPerformance) -> String {
    var parts = ["\(NumberText.fixed(performance.seconds, digits: 1)) s"]
    if let rate = performance.rate(report.operations) {
      parts.append("\(NumberText.grouped(Int64(rate))) operations/s")
    }
    if let rate = performance.rate(report.personDays) {
      parts.append("\(NumberText.grouped(Int64(rate))) person-days/s")
    }
    parts.append("\(NumberText.bytes(performance.peakMemoryBytes)) at most")
    return parts.joined(separator: ", ")
  }

  private func properties(_ report: RunReport) -> String {
    let checks = NumberText.grouped(report.propertyChecks)
    let violated = report.propertiesViolated.count
    if violated == 0 {
      return color(.pass, "\(report.properties.count) held") + " in \(checks) checks"
    }
    let text = "\(violated) of \(report.properties.count) violated"
    return color(.fail, text) + " in \(checks) checks"
  }

  private func violations(_ report: RunReport) -> [String] {
    report.propertiesViolated.map { property in
      let violations = NumberText.grouped(property.violations)
      let checks = NumberText.grouped(property.checks)
      return "  \(property.id): \(violations) of \(checks) checks"
    }
  }

  /// The key figures alone, as a table.
  public func table(of metricResults: [MetricResult]) -> String {
    keyFigures(metricResults).joined(separator: "\n") + "\n"
  }

  /// The key figures alone, with what their levels are not.
  public func text(of metricResults: [MetricResult]) -> String {
    "\(table(of: metricResults))\n\(RunReport.caveat)\n"
  }

  private func keyFigures(_ metricResults: [MetricResult]) -> [String] {
    var table = TextTable([.left, .right, .right, .right, .right, .left])
    table.add(["Key figure", "truth", "observed", "95 % interval", "target", "verdict"])
    for metric in metricResults {
      table.add([
        metric.title, metric.truth.map { metric.text($0.value) } ?? "-",
        metric.observed.map { metric.text($0.value) } ?? "-",
        metric.truth?.interval.map {
          "\(metric.number($0.lower)) - \(metric.number($0.upper))"
        } ?? "-",
        metric.target.map { "\(metric.comparison.rawValue) \(metric.roundText($0))" } ?? "-",
        metric.verdict.map { color($0, $0.rawValue) } ?? "-",
      ])
    }
    return table.lines
  }

  /// The errors and their parts, of the figures that are wrong.
  private func biasBreakdown(_ biasBreakdown: BiasBreakdown) -> [String] {
    let wrong = biasBreakdown.entries.filter { entry in entry.parts.contains { $0.size != 0 } }
    guard !wrong.isEmpty else { return ["Bias ledger: the server knows every figure as it is."] }
    var table = TextTable([.left, .right] + BiasCause.allCases.map { _ in .right })
    table.add(["Bias ledger", "error"] + BiasCause.allCases.map(\.rawValue))
    for entry in wrong {
      table.add(
        [entry.result.title, entry.result.signed(entry.bias)]
          + entry.parts.map { $0.size == 0 ? "-" : entry.result.signed($0.size) })
    }
    return table.lines
  }

  private func conclusion(_ report: RunReport) -> [String] {
    var lines: [String] = []
    if !report.verdictCounts.isEmpty {
      let counts = report.verdictCounts.map { "\($0.count) \($0.verdict.rawValue)" }
      lines.append("Targets: \(counts.joined(separator: ", ")).")
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
      case .immature: 90
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
