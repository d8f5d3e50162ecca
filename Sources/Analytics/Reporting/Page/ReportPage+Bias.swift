import Metrics

// Where the difference between both sides comes from, and how long it takes to go.
extension ReportPage {
  var biasBreakdown: Markup {
    guard let biasBreakdown = report.biasBreakdown else { return .none }
    return section(
      "ledger", "Where wrong figures come from",
      lead: "The plan of this run was lived again with one cause after the other switched off, in"
        + " the order of the columns. What a cause accounts for is what the error shrinks by.",
      [biasTable(biasBreakdown), causes, completeness(biasBreakdown)])
  }

  private func biasTable(_ biasBreakdown: BiasBreakdown) -> Markup {
    let wrong = biasBreakdown.entries.filter { entry in entry.parts.contains { $0.size != 0 } }
    guard !wrong.isEmpty else {
      return .inline("p", text: "The server knows every figure as it is, in every one of them.")
    }
    return table(
      caption: "Observed less truth, and its parts, which add up to it",
      columns: [.text("Figure"), .number("Error")]
        + BiasCause.allCases.map { .number($0.rawValue) },
      rows: wrong.map { entry in
        [.text(entry.result.title), .text(entry.result.signed(entry.bias))]
          + entry.parts.map { .text($0.size == 0 ? "–" : entry.result.signed($0.size)) }
      })
  }

  private var causes: Markup {
    .block(
      "dl", ["class": "facts"],
      BiasCause.allCases.flatMap { cause -> [Markup] in
        [.inline("dt", text: cause.rawValue), .inline("dd", text: cause.meaning)]
      })
  }

  /// What the server knew of the first days, asked again each day.
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
          .text("“\(metric.title)” of the first \(curve.days) days, by days waited behind them")
        ) { size in
          CompletenessChart(line: line, metric: metric, size: size).markup(
            id: "settling-\(size.rawValue)")
        }
      } ?? .none,
      table(
        caption: "The error of the first \(curve.days) days' figures after so many days of waiting",
        columns: [.text("Figure")] + waits.map { .number(String($0)) },
        rows: results.map { line, metric in
          [.text(metric.title)]
            + waits.map { wait in
              .text(line.points[wait].bias.map { $0 == 0 ? "–" : metric.signed($0) } ?? "")
            }
        }),
    ])
  }
}

extension MetricResult {
  /// A difference at its true size, with its sign.
  func signed(_ difference: Double) -> String {
    difference == 0 ? "0" : "\(difference < 0 ? "−" : "+")\(distance(difference))"
  }
}
