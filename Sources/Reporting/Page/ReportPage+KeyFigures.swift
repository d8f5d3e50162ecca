import Metrics

extension ReportPage {
  /// Every key figure on both sides, against its target.
  var keyFigures: Markup {
    guard !report.kpis.isEmpty else { return .none }
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
            .block("tbody", ["role": "rowgroup"], report.kpis.map(keyFigure)),
          ]),
        misread,
      ])
  }

  private var keyFiguresLead: String {
    guard let kpi = report.kpiMostBiased, let bias = kpi.bias else {
      return report.kpis.contains { $0.form.isShare && $0.bias != nil }
        ? "The server knows every figure as it is."
        : "Nothing has ripened yet that both people and server could be asked about."
    }
    return "Furthest off is “\(kpi.title)”: what the server knows lies"
      + " \(kpi.distance(bias)) \(bias < 0 ? "below" : "above") the truth."
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

  private func keyFigure(_ kpi: KpiResult) -> Markup {
    .block(
      "tr", ["role": "row", "id": kpi.id],
      [
        .inline(
          "th", ["scope": "row", "role": "rowheader"],
          [.text(kpi.title), note(denominator(kpi))]),
        cell("truth", [value(kpi.truth, kpi), note(interval(kpi.truth, kpi))]),
        cell("observed", [value(kpi.observed, kpi), note(bias(kpi))]),
        cell("scale", [IntervalBar(kpi: kpi).markup(id: "bar-\(kpi.id)") ?? .none]),
        cell(
          "goal",
          [
            .text(
              kpi.target.map { "\(kpi.comparison.sign) \(kpi.roundText($0))" } ?? "none")
          ]),
        cell("judged", [verdict(kpi.verdict)]),
      ])
  }

  private func cell(_ style: String, _ content: [Markup]) -> Markup {
    .inline("td", ["class": style, "role": "cell"], content)
  }

  private func note(_ text: String) -> Markup {
    .inline("small", text: text)
  }

  private func value(_ estimate: Estimate?, _ kpi: KpiResult) -> Markup {
    .inline("b", text: estimate.map { kpi.text($0.value) } ?? "–")
  }

  private func interval(_ estimate: Estimate?, _ kpi: KpiResult) -> String {
    guard let estimate else { return "not known yet" }
    guard let interval = estimate.interval else { return "no interval" }
    return "\(kpi.number(interval.lower)) – \(kpi.number(interval.upper))"
  }

  private func bias(_ kpi: KpiResult) -> String {
    guard kpi.isObserved else { return "not known to a server" }
    guard let bias = kpi.bias else { return "not known yet" }
    return bias == 0 ? "exact" : "\(kpi.distance(bias)) \(bias < 0 ? "low" : "high")"
  }

  private func denominator(_ kpi: KpiResult) -> String {
    switch kpi.form {
    case .count: kpi.unit
    case .share, .mean, .scaled, .monthly, .difference, .uplift:
      "of \(NumberText.grouped(kpi.truth?.denominator ?? 0)) \(kpi.unit)"
    }
  }

  private func verdict(_ verdict: Verdict?) -> Markup {
    guard let verdict else { return .inline("span", ["class": "verdict"], text: "reported") }
    let name = verdict == .tooFew ? "tooFew" : verdict.rawValue
    return .inline("span", ["class": "verdict \(name)"], text: verdict.rawValue)
  }

  /// The figures on which somebody who knows only what the server knows would decide otherwise.
  private var misread: Markup {
    let misread = report.kpis.compactMap { kpi -> String? in
      guard let verdict = kpi.verdict, let seen = kpi.verdictObserved, verdict != seen else {
        return nil
      }
      return "“\(kpi.title)” would be called \(seen.rawValue) instead of \(verdict.rawValue)"
    }
    guard !misread.isEmpty else { return .none }
    return .inline(
      "p", ["class": "remark"],
      text: "Judged by what the server knows, \(misread.joined(separator: "; ")).")
  }
}

extension Comparison {
  /// As a reader writes it.
  fileprivate var sign: String {
    switch self {
    case .atLeast: "≥"
    case .atMost: "≤"
    }
  }
}
