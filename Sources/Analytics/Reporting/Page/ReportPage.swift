/// The report as one self-contained HTML page: no scripts, fonts or images from elsewhere, and the
/// same bytes for the same run on every machine.
public struct ReportPage {
  let report: RunReport

  public init(_ report: RunReport) {
    self.report = report
  }

  /// The text of the page.
  public var text: String {
    Markup.page(
      title: "\(report.scenario) – Shakeout run report", styles: [StyleSheet.text],
      [
        header, metrics, feasibility, biasBreakdown, dailyActive, retention, properties, sync,
        network, rejections, facts,
      ])
  }

  /// A section of the page with a heading.
  func section(_ id: String, _ title: String, lead: String? = nil, _ content: [Markup]) -> Markup {
    .block(
      "section", ["aria-labelledby": id],
      [
        .inline("h2", ["id": id], text: title),
        lead.map { .inline("p", ["class": "lead"], text: $0) } ?? .none,
      ] + content)
  }

  /// A chart in both sizes; the style sheet shows the one that fits.
  func figure(_ caption: Markup, _ chart: (ChartSize) -> Markup) -> Markup {
    .block(
      "figure",
      [.inline("figcaption", [caption])]
        + ChartSize.allCases.map { size in .block("div", ["class": size.rawValue], [chart(size)]) })
  }

  /// The legend of a chart.
  func legend(_ entries: [(style: String, text: String)]) -> Markup {
    .pieces(
      entries.map { entry in
        .inline(
          "span", ["class": "key"],
          [.inline("i", ["class": "swatch \(entry.style)"]), .text(entry.text)])
      })
  }
}
