public import JSONText
public import Metrics

/// Whether the targets are consistent with each other, as JSON.
public enum TargetFeasibilityDocument {
  public static func json(_ feasibility: TargetFeasibility) -> JSONNode {
    .array(
      feasibility.findings.map {
        [
          "metric": .string($0.id), "target": .number($0.target), "bound": .number($0.bound),
          "contradiction": .boolean($0.isContradiction),
          "premises": .array($0.premises.map { .string($0) }),
          "assumption": .string($0.assumption),
        ]
      })
  }

  /// A finding as a sentence.
  static func sentence(_ finding: TargetFeasibility.Finding) -> String {
    let premises = finding.premises.joined(separator: ", ")
    let bound = "\(NumberText.fixed(finding.bound * 100, digits: 1)) %"
    let target = "\(PercentText.shortest(finding.target)) %"
    let ending =
      finding.isContradiction
      ? "its target of \(target) is higher" : "its target of \(target) is within that"
    let meet = finding.premises.count == 1 ? "meets its target" : "meet their targets"
    return "\(finding.id) is at most \(bound) if \(premises) exactly \(meet) "
      + "(\(finding.assumption)): \(ending)."
  }
}

extension TerminalSummary {
  /// The targets that cannot be reached if the others are exactly met.
  public func text(of feasibility: TargetFeasibility) -> String {
    let contradictions = feasibility.contradictions
    guard !contradictions.isEmpty else { return "" }
    let lines =
      ["", "Targets that contradict each other:"]
      + contradictions.map { "  \(TargetFeasibilityDocument.sentence($0))" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ReportPage {
  /// Whether the targets are consistent, which follows from their definitions alone.
  var feasibility: Markup {
    let findings = TargetFeasibility(report.metricResults, days: report.days).findings
    guard !findings.isEmpty else { return .none }
    let beyond = findings.count(where: \.isContradiction)
    return section(
      "feasibility", "Are the targets consistent?",
      lead: beyond == 0
        ? "Every target is reachable if the other targets are exactly met."
        : "\(beyond) of \(findings.count) are not reachable if the other targets are exactly met,"
          + " whatever people do.",
      [.block("ul", findings.map { .inline("li", text: TargetFeasibilityDocument.sentence($0)) })])
  }
}
