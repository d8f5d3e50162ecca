public import JSONText
public import Metrics

/// Whether the targets are consistent with each other, as JSON.
public enum TargetFeasibilityDocument {
  public static func json(_ feasibility: TargetFeasibility) -> JSONNode {
    .array(
      feasibility.findings.map {
        [
          "metric": .string($0.id), "target": .number($0.target), "bound": .number($0.bound),
          "contradiction": .boolean($0.isContradiction), "premise": .string($0.premise),
          "reason": .string($0.reason),
        ]
      })
  }

  /// A finding as a sentence.
  static func sentence(_ finding: TargetFeasibility.Finding) -> String {
    let bound = "\(PercentText.shortest(finding.bound)) %"
    let target = "\(PercentText.shortest(finding.target)) %"
    let ending =
      finding.isContradiction
      ? "its target of \(target) is above the \(bound) of \(finding.premise)"
      : "its target of \(target) is within the \(bound) of \(finding.premise)"
    return "\(finding.id) never exceeds \(finding.premise), because \(finding.reason): \(ending)."
  }
}

extension TerminalSummary {
  /// The targets above that of a metric that they can never exceed.
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
    let findings = TargetFeasibility(report.metricResults).findings
    guard !findings.isEmpty else { return .none }
    let beyond = findings.count(where: \.isContradiction)
    return section(
      "feasibility", "Are the targets consistent?",
      lead: beyond == 0
        ? "No target is above that of a metric that it can never exceed."
        : "\(beyond) of \(findings.count) are above the target of a metric that they can never"
          + " exceed.",
      [.block("ul", findings.map { .inline("li", text: TargetFeasibilityDocument.sentence($0)) })])
  }
}
