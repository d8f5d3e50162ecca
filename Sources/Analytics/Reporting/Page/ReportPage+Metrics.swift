import Metrics

extension ReportPage {
  /// The truth and the observed value of every metric, with its target.
  var metrics: Markup {
    guard !report.metricResults.isEmpty else { return .none }
    return section(
      "metrics", "Metrics", lead: metricsLead,
      [
        .inline(
          "p", ["class": "legend"],
          [
            legend([
              ("truth", "truth: what people did"),
              ("observed", "observed: what the server knows"), ("goal", "target"),
            ])
          ]),
        .block(
          "table", ["class": "metrics", "role": "table"],
          [
            .inline(
              "caption",
              text:
                "The 95 % interval is below the truth, and the bias is below the observed value."
                + " Verdicts use the truth."),
            metricsHead,
            .block("tbody", ["role": "rowgroup"], report.metricResults.map(metricRow)),
          ]),
        misjudged,
      ])
  }

  private var metricsLead: String {
    guard let metric = report.metricMostBiased, let bias = metric.bias else {
      return report.metricResults.contains { $0.form.isShare && $0.bias != nil }
        ? "Every observed metric equals the truth."
        : "No metric has a value on both sides yet, so none can be compared."
    }
    return "Largest bias: “\(metric.title)” is observed"
      + " \(metric.distance(bias)) \(bias < 0 ? "below" : "above") the truth."
  }

  private var metricsHead: Markup {
    let names = ["Metric", "Truth", "Observed", "Interval", "Target", "Verdict"]
    return .block(
      "thead", ["role": "rowgroup"],
      [
        .block(
          "tr", ["role": "row"],
          names.map { .inline("th", ["scope": "col", "role": "columnheader"], text: $0) })
      ])
  }

  private func metricRow(_ metric: MetricResult) -> Markup {
    .block(
      "tr", ["role": "row", "id": metric.id],
      [
        .inline(
          "th", ["scope": "row", "role": "rowheader"],
          [.text(metric.title), note(denominator(metric) + repeated(metric) + origin(metric))]),
        cell("truth", [value(metric.truth, metric), note(interval(metric.truth, metric))]),
        cell("observed", [value(metric.observed, metric), note(bias(metric))]),
        cell("scale", [IntervalBar(metric: metric).markup(id: "bar-\(metric.id)") ?? .none]),
        cell(
          "goal",
          [
            .text(
              metric.target.map { "\(metric.comparison.sign) \(metric.roundText($0))" } ?? "none")
          ]),
        cell("judged", [verdict(metric.verdict)]),
      ])
  }

  private func cell(_ style: String, _ content: [Markup]) -> Markup {
    .inline("td", ["class": style, "role": "cell"], content)
  }

  private func note(_ text: String) -> Markup {
    .inline("small", text: text)
  }

  private func value(_ estimate: Estimate?, _ metric: MetricResult) -> Markup {
    .inline("b", text: estimate.map { metric.text($0.value) } ?? NumberText.missing)
  }

  private func interval(_ estimate: Estimate?, _ metric: MetricResult) -> String {
    guard let estimate else { return TargetVerdict(metric.absence).rawValue }
    guard let interval = estimate.interval else {
      return "no interval" + (estimate.gap.map { ": \($0.text)" } ?? "")
    }
    return "\(metric.number(interval.lower)) – \(metric.number(interval.upper))"
  }

  private func bias(_ metric: MetricResult) -> String {
    guard metric.isObserved else { return "not measurable by a server" }
    guard let bias = metric.bias else {
      return TargetVerdict(
        metric.truth == nil ? metric.absence : metric.absenceObserved
      ).rawValue
    }
    return bias == 0 ? "exact" : "\(metric.distance(bias)) \(bias < 0 ? "low" : "high")"
  }

  private func denominator(_ metric: MetricResult) -> String {
    switch metric.form {
    case .count: metric.unit
    case .share, .mean, .scaled, .monthly, .difference, .uplift:
      "of \(NumberText.grouped(metric.truth?.denominator ?? 0)) \(metric.unit)"
    }
  }

  /// The metric that this one repeats, so that no one takes one miss for two.
  private func repeated(_ metric: MetricResult) -> String {
    metric.repeated.map { ", the same as \($0)" } ?? ""
  }

  /// Why the value is no result of the simulation, if it is none.
  private func origin(_ metric: MetricResult) -> String {
    metric.origin.reason.map { "; \(metric.origin.name): \($0)" } ?? ""
  }

  private func verdict(_ verdict: TargetVerdict?) -> Markup {
    guard let verdict else { return .inline("span", ["class": "verdict"], text: "reported") }
    let name =
      switch verdict {
      case .tooFew: "tooFew"
      case .notApplicable, .noCases: "immature"
      case .pass, .fail, .inconclusive, .immature: verdict.rawValue
      }
    return .inline("span", ["class": "verdict \(name)"], text: verdict.rawValue)
  }

  /// The metrics with a different verdict on the observed value than on the truth.
  private var misjudged: Markup {
    let misjudged = report.metricResults.compactMap { metric -> String? in
      guard let verdict = metric.verdict, let seen = metric.verdictObserved, verdict != seen else {
        return nil
      }
      return "“\(metric.title)” would get the verdict \(seen.rawValue) instead of"
        + " \(verdict.rawValue)"
    }
    guard !misjudged.isEmpty else { return .none }
    return .inline(
      "p", ["class": "remark"],
      text: "From the server's data alone, \(misjudged.joined(separator: "; ")).")
  }
}

extension TargetDirection {
  /// The mathematical sign.
  fileprivate var sign: String {
    switch self {
    case .atLeast: "≥"
    case .atMost: "≤"
    }
  }
}
