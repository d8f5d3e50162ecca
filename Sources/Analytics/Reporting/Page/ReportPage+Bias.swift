import Metrics

// The causes of measurement bias, and how bias shrinks while late operations arrive.
extension ReportPage {
  var biasBreakdown: Markup {
    guard let biasBreakdown = report.biasBreakdown else { return .none }
    return section(
      "bias", "Bias breakdown",
      lead: "The plan of this run was replayed with the causes of bias removed one at a time, in"
        + " the order of the columns. Each column is the reduction of the bias by that cause.",
      [biasTable(biasBreakdown), causes, completeness(biasBreakdown)])
  }

  private func biasTable(_ biasBreakdown: BiasBreakdown) -> Markup {
    let biased = biasBreakdown.entries.filter { entry in entry.parts.contains { $0.size != 0 } }
    guard !biased.isEmpty else {
      return .inline("p", text: "Every observed metric equals the truth, in every replay.")
    }
    return table(
      caption: "Observed minus truth, and its causes, which add up to it (pp: percentage points)",
      columns: [.text("Metric"), .number("Bias")]
        + BiasCause.allCases.map { .number($0.rawValue) },
      rows: biased.map { entry in
        [.text(entry.result.title), .text(entry.result.signed(entry.bias))]
          + entry.parts.map {
            .text($0.size == 0 ? NumberText.missing : entry.result.signed($0.size))
          }
      })
  }

  private var causes: Markup {
    .block(
      "dl", ["class": "facts"],
      BiasCause.allCases.flatMap { cause -> [Markup] in
        [.inline("dt", text: cause.rawValue), .inline("dd", text: cause.meaning)]
      })
  }

  /// The metrics of the first days, re-measured after each day of waiting for late operations.
  private func completeness(_ biasBreakdown: BiasBreakdown) -> Markup {
    let curve = biasBreakdown.completeness
    let longest = (curve.lines.first?.points.count ?? 1) - 1
    let waits = [0, 1, 2, 3, 5, 7, 10, 14].filter { $0 <= longest }
    let lines = curve.lines.filter { line in line.points.contains { ($0.bias ?? 0) != 0 } }
    let results = lines.compactMap { line in
      report.metricResults.first { $0.id == line.definition }.map { (line, $0) }
    }
    guard !results.isEmpty else { return .none }
    let furthest = results.filter { $0.1.form.isShare }.max {
      ($0.0.points[0].bias ?? 0).magnitude < ($1.0.points[0].bias ?? 0).magnitude
    }
    return .pieces([
      furthest.map { line, metric in
        figure(
          .text("“\(metric.title)” of the first \(curve.days) days, by days of waiting")
        ) { size in
          CompletenessChart(line: line, metric: metric, size: size).markup(
            id: "completeness-\(size.rawValue)")
        }
      } ?? .none,
      table(
        caption: "Bias of the metrics of the first \(curve.days) days, by days of waiting",
        columns: [.text("Metric")] + waits.map { .number(String($0)) },
        rows: results.map { line, metric in
          [.text(metric.title)]
            + waits.map { wait in
              .text(
                line.points[wait].bias.map { $0 == 0 ? NumberText.missing : metric.signed($0) }
                  ?? "")
            }
        }),
    ])
  }
}

extension MetricResult {
  /// A difference with its sign, in percentage points (pp) for percentages.
  func signed(_ difference: Double) -> String {
    difference == 0 ? "0" : "\(difference < 0 ? "−" : "+")\(distance(difference, points: "pp"))"
  }
}
