import Metrics

extension ReportPage {
  /// Every key figure on both sides, against its target.
  var keyFigures: Markup {
    guard !report.metricResults.isEmpty else { return .none }
    return section(
      "key-figures", "Key figures", lead: keyFiguresLead,
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
          "table", ["class": "kpis", "role": "table"],
          [
            .inline(
              "caption",
              text:
                "Under the truth stands its 95 % interval, under the observed how far off it is."
                + " Verdicts are on the truth."),
            keyFiguresHead,
            .block("tbody", ["role": "rowgroup"], report.metricResults.map(keyFigure)),
          ]),
        misjudged,
      ])
  }

  private var keyFiguresLead: String {
    guard let metric = report.metricMostBiased, let bias = metric.bias else {
      return report.metricResults.contains { $0.form.isShare && $0.bias != nil }
        ? "The server knows every figure as it is."
        : "Nothing has ripened yet that both people and server could be asked about."
    }
    return "Furthest off is “\(metric.title)”: what the server knows lies"
      + " \(metric.distance(bias)) \(bias < 0 ? "below" : "above") the truth."
  }

  private var keyFiguresHead: Markup {
    let names = ["Figure", "Truth", "Observed", "On a scale of its own", "Target", "Verdict"]
    return .block(
      "thead", ["role": "rowgroup"],
      [
        .block(
          "tr", ["role": "row"],
          names.map { .inline("th", ["scope": "col", "role": "columnheader"], text: $0) })
      ])
  }

  private func keyFigure(_ metric: MetricResult) -> Markup {
    .block(
      "tr", ["role": "row", "id": metric.id],
      [
        .inline(
          "th", ["scope": "row", "role": "rowheader"],
          [.text(metric.title), note(denominator(metric))]),
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
    .inline("b", text: estimate.map { metric.text($0.value) } ?? "–")
  }

  private func interval(_ estimate: Estimate?, _ metric: MetricResult) -> String {
    guard let estimate else { return "not known yet" }
    guard let interval = estimate.interval else { return "no interval" }
    return "\(metric.number(interval.lower)) – \(metric.number(interval.upper))"
  }

  private func bias(_ metric: MetricResult) -> String {
    guard metric.isObserved else { return "not known to a server" }
    guard let bias = metric.bias else { return "not known yet" }
    return bias == 0 ? "exact" : "\(metric.distance(bias)) \(bias < 0 ? "low" : "high")"
  }

  private func denominator(_ metric: MetricResult) -> String {
    switch metric.form {
    case .count: metric.unit
    case .share, .mean, .scaled, .monthly, .difference, .uplift:
      "of \(NumberText.grouped(metric.truth?.denominator ?? 0)) \(metric.unit)"
    }
  }

  private func verdict(_ verdict: TargetVerdict?) -> Markup {
    guard let verdict else { return .inline("span", ["class": "verdict"], text: "reported") }
    let name = verdict == .tooFew ? "tooFew" : verdict.rawValue
    return .inline("span", ["class": "verdict \(name)"], text: verdict.rawValue)
  }

  /// The figures on which somebody who knows only what the server knows would decide otherwise.
  private var misjudged: Markup {
    let misjudged = report.metricResults.compactMap { metric -> String? in
      guard let verdict = metric.verdict, let seen = metric.verdictObserved, verdict != seen else {
        return nil
      }
      return "“\(metric.title)” would be called \(seen.rawValue) instead of \(verdict.rawValue)"
    }
    guard !misjudged.isEmpty else { return .none }
    return .inline(
      "p", ["class": "remark"],
      text: "Judged by what the server knows, \(misjudged.joined(separator: "; ")).")
  }
}

extension TargetDirection {
  /// As a reader writes it.
  fileprivate var sign: String {
    switch self {
    case .atLeast: "≥"
    case .atMost: "≤"
    }
  }
}
