/// The report as one page that needs nothing but itself: no script, no font, no picture from
/// elsewhere, and the same bytes for the same run on every machine.
public struct ReportPage {
  let report: RunReport

  public init(_ report: RunReport) {
    self.report = report
  }

  /// The page as the file's text.
  public var text: String {
    Markup.document(
      .block(
        "html", ["lang": "en"],
        [
          .block(
            "head",
            [
              .void("meta", ["charset": "utf-8"]),
              .void(
                "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
              .void("meta", ["name": "color-scheme", "content": "light dark"]),
              .inline("title", text: "\(report.scenario) – Shakeout run report"),
              .style(StyleSheet.text),
            ]),
          .block(
            "body",
            [
              .block(
                "main",
                [
                  header, keyFigures, feasibility, biasBreakdown, dailyActive, retention,
                  properties, sync,
                  network, refusals,
                  facts,
                ])
            ]),
        ]))
  }

  /// A part of the page under a heading of its own.
  func section(_ id: String, _ title: String, lead: String? = nil, _ content: [Markup]) -> Markup {
    .block(
      "section", ["aria-labelledby": id],
      [
        .inline("h2", ["id": id], text: title),
        lead.map { .inline("p", ["class": "lead"], text: $0) } ?? .none,
      ] + content)
  }

  /// A chart in both its sizes, of which the style sheet shows the one that fits.
  func figure(_ caption: Markup, _ chart: (ChartSize) -> Markup) -> Markup {
    .block(
      "figure",
      [.inline("figcaption", [caption])]
        + ChartSize.allCases.map { size in .block("div", ["class": size.rawValue], [chart(size)]) })
  }

  /// What the colors and strokes of a chart stand for.
  func legend(_ entries: [(style: String, text: String)]) -> Markup {
    .pieces(
      entries.map { entry in
        .inline(
          "span", ["class": "key"],
          [.inline("i", ["class": "swatch \(entry.style)"]), .text(entry.text)])
      })
  }
}
