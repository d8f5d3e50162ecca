import Metrics

extension ReportPage {
  /// The scenario, and how targets and properties did.
  var header: Markup {
    .block(
      "header",
      [
        .inline("p", ["class": "eyebrow"], text: "Shakeout run report"),
        .inline("h1", text: report.scenario),
        .inline("p", ["class": "lede"], text: lede),
        .block("dl", ["class": "tiles"], [targetsTile, propertiesTile, simulatedTile, syncedTile]),
        .inline("p", ["class": "caveat"], text: RunReport.caveat),
      ])
  }

  private var lede: String {
    let people = NumberText.counted(report.people, "person", "people")
    let households = NumberText.counted(report.households, "household")
    let days = NumberText.counted(Int64(report.days), "day")
    return "\(people) in \(households), \(days), scenario \(report.scenario), seed \(report.seed)."
  }

  private var targetsTile: Markup {
    let counts = report.metricResults.verdictCounts
    let gated = counts.reduce(0) { $0 + $1.count }
    let passed = counts.first { $0.verdict == .pass }?.count ?? 0
    let rest = counts.filter { $0.verdict != .pass }
      .map { "\($0.count) \($0.verdict.rawValue)" }
    let isMissed = counts.contains { $0.verdict == .fail }
    return tile(
      "Targets met", gated == 0 ? "none set" : "\(passed) of \(gated)",
      ([rest.isEmpty ? (gated == 0 ? "" : "all pass") : rest.joined(separator: ", ")]
        + [report.metricResults.givenText.map { "not counted: \($0)" } ?? ""])
        .filter { !$0.isEmpty }.joined(separator: "; "),
      style: isMissed ? "fail" : passed == gated && gated > 0 ? "pass" : "")
  }

  private var propertiesTile: Markup {
    let summary = report.propertySummary
    let checked = summary.checkedCount
    let ending =
      summary.notExercised.isEmpty ? "" : ", \(summary.notExercised.count) not exercised"
    return tile(
      "Properties checked",
      checked == 0 ? "none" : "\(checked) of \(report.properties.count)",
      summary.violationText + ending,
      style: !summary.violated.isEmpty ? "fail" : checked > 0 ? "pass" : "")
  }

  private var simulatedTile: Markup {
    tile(
      "Simulated", NumberText.shortened(report.personDays),
      "person-days, \(NumberText.counted(report.people, "person", "people"))")
  }

  private var syncedTile: Markup {
    tile(
      "Operations", NumberText.shortened(report.operations),
      "applied \(NumberText.shortened(report.replicaApplies)) times")
  }

  private func tile(_ name: String, _ value: String, _ note: String, style: String = "") -> Markup {
    .block(
      "div", ["class": "tile \(style)".trimmedEnd],
      [
        .inline("dt", text: name),
        .inline("dd", ["class": "value"], text: value),
        .inline("dd", ["class": "note"], text: note),
      ])
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    hasSuffix(" ") ? String(dropLast()) : self
  }
}
