public import JSONText
public import Metrics

/// What targets say about each other, as documents say it.
public enum TargetFeasibilityDocument {
  public static func json(_ feasibility: TargetFeasibility) -> JSONNode {
    .array(
      feasibility.findings.map {
        [
          "id": .string($0.id), "target": .number($0.target), "bound": .number($0.bound),
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
      finding.isContradiction ? "the target of \(target) is beyond that" : "\(target) is not more"
    return "\(finding.id) comes to \(bound) at most where \(premises) just reach their targets "
      + "(\(finding.assumption)): \(ending)."
  }
}

extension TerminalSummary {
  /// The targets that nobody can reach who just reaches the others.
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
  /// What the targets say about each other before anybody has lived a day.
  var feasibility: Markup {
    let findings = TargetFeasibility(report.metricResults, days: report.days).findings
    guard !findings.isEmpty else { return .none }
    let beyond = findings.count(where: \.isContradiction)
    return section(
      "feasibility", "Whether the targets go together",
      lead: beyond == 0
        ? "None of them is beyond what the others allow."
        : "\(beyond) of \(findings.count) are beyond what the others allow, whatever people do.",
      [.block("ul", findings.map { .inline("li", text: TargetFeasibilityDocument.sentence($0)) })])
  }
}
