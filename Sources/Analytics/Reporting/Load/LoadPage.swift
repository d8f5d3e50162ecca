/// The report of a load as one self-contained HTML page, with the latency over time.
public struct LoadPage {
  private let report: LoadReport

  public init(_ report: LoadReport) {
    self.report = report
  }

  /// The text of the page.
  public var text: String {
    Markup.page(
      title: "\(report.title) – Shakeout load report", styles: [StyleSheet.text, Self.styles],
      [header, latency, rate, events, steps, series, people, verdicts])
  }

  /// A third line beside the two of the other report.
  private static let styles = """
    .line.rare { stroke: var(--fail); stroke-width: 1; }
    .band { fill: var(--fail); opacity: 0.12; }
    .line.intended { stroke: var(--muted); stroke-width: 1; }
    .swatch.rare { border-top: 1px solid var(--fail); }
    .swatch.intended { border-top: 1px solid var(--muted); }
    figcaption .key { margin: 0 0 0 16px; }
    """

  private var header: Markup {
    .block(
      "header",
      [
        .inline("p", ["class": "eyebrow"], text: "Shakeout load report"),
        .inline("h1", text: report.title),
        .inline("p", ["class": "lede"], text: "\(report.load), to \(LoadText(report).place)."),
        .block("dl", ["class": "tiles"], tiles),
        report.loopNote.map {
          .inline("p", ["class": "caveat"], text: "The loop is \($0).")
        } ?? .none,
        report.absenceNote.map {
          .inline("p", ["class": "caveat"], text: "Left out: \($0).")
        } ?? .none,
        report.abortion.map { .inline("p", ["class": "caveat"], text: "Aborted: \($0)") } ?? .none,
      ] + violations)
  }

  /// The first of them; `--json` has all.
  private var violations: [Markup] {
    LoadText(report).violations.map {
      .inline("p", ["class": "caveat"], text: "Violated: \($0)")
    }
  }

  private var tiles: [Markup] {
    let latency = report.series.first
    let isKept = report.missed.isEmpty
    let p99 = latency.flatMap { $0.values.count > 2 ? LoadText.duration($0.values[2]) : nil }
    return [
      tile(
        "Rate", "\(NumberText.grouped(Int64(report.rate.rounded())))/s",
        "\(NumberText.grouped(report.sent)) of \(NumberText.grouped(report.intended)) sent"),
      tile("Latency p99", p99 ?? NumberText.missing, "from the intended instant"),
      tile(
        "Errors", NumberText.grouped(report.errorCount),
        "of \(NumberText.grouped(report.intended)) arrivals",
        style: report.errorCount > 0 ? "fail" : ""),
      tile(
        "Thresholds", report.verdicts.isEmpty ? "none set" : isKept ? "kept" : "missed",
        "\(report.missed.count) of \(report.verdicts.count) missed",
        style: report.verdicts.isEmpty ? "" : isKept ? "pass" : "fail"),
    ]
  }

  private func tile(_ name: String, _ value: String, _ note: String, style: String = "") -> Markup {
    .block(
      "div", ["class": style.isEmpty ? "tile" : "tile \(style)"],
      [
        .inline("dt", text: name), .inline("dd", ["class": "value"], text: value),
        .inline("dd", ["class": "note"], text: note),
      ])
  }

  private func section(_ id: String, _ title: String, _ lead: String, _ content: [Markup]) -> Markup
  {
    .block(
      "section", ["aria-labelledby": id],
      [
        .inline("h2", ["id": id], text: title), .inline("p", ["class": "lead"], text: lead),
      ] + content)
  }

  private func figure(
    _ caption: String, _ legend: [(style: String, text: String)], _ chart: (ChartSize) -> Markup
  ) -> Markup {
    let keys = legend.map { entry in
      Markup.inline(
        "span", ["class": "key"],
        [.inline("i", ["class": "swatch \(entry.style)"]), .text(entry.text)])
    }
    return .block(
      "figure",
      [.inline("figcaption", [.text(caption + " ")] + keys)]
        + ChartSize.allCases.map { size in .block("div", ["class": size.rawValue], [chart(size)]) })
  }

  private var latency: Markup {
    guard report.intervals.count > 1 else { return .none }
    return section(
      "latency", "Latency over time",
      "From the instant at which a request should have been sent to its response: what the server "
        + "makes others wait counts, too.",
      [
        figure(
          "Of what was answered, on a logarithmic scale:",
          [("truth", "p50"), ("observed", "p99"), ("rare", "p99.9")]
        ) { size in
          LoadChart(report).latency(size)
        }
      ])
  }

  private var rate: Markup {
    guard report.intervals.count > 1 else { return .none }
    return section(
      "rate", "Rate over time", "The arrivals that were intended, and the requests answered.",
      [
        figure(
          "In a second:", [("intended", "arrivals intended"), ("truth", "responses")]
        ) { size in
          LoadChart(report).rate(size, intervalSeconds: report.intervalSeconds)
        }
      ])
  }

  private var steps: Markup {
    guard !report.steps.isEmpty else { return .none }
    let rows = report.steps.map { step in
      Markup.block("tr", LoadText.row(step).map { .inline("td", text: $0) })
    }
    return section(
      "steps", "Steps", "Knee: \(LoadText(report).knee)",
      [
        table(LoadText.stepHeader, rows)
      ])
  }

  private func table(_ head: [String], _ rows: [Markup]) -> Markup {
    let head = Markup.block("tr", head.map { .inline("th", ["scope": "col"], text: $0) })
    return .block(
      "div", ["class": "scroll"],
      [.block("table", [.block("thead", [head]), .block("tbody", rows)])])
  }

  private var events: Markup {
    guard !report.events.isEmpty else { return .none }
    return section(
      "events", "Events", "What was done to the server and the network: the bands above.",
      [
        .block(
          "ul",
          report.events.map {
            .inline("li", text: "\(LoadText.time(of: $0)): \($0.text)")
          })
      ])
  }

  private var people: Markup {
    let facts = LoadText(report).peopleFacts
    guard !facts.isEmpty else { return .none }
    return section(
      "people", "People", "Who they were, what they did, and what was compared at the end.",
      [.block("ul", facts.map { .inline("li", text: "\($0.name): \($0.text)") })])
  }

  private var series: Markup {
    let percentiles = LoadReport.Series.percentiles
    let head = [""] + percentiles.map(LoadText.name) + ["longest", "count"]
    let rows = report.series.map { series -> Markup in
      let values = percentiles.indices.map { place in
        place < series.values.count ? LoadText.duration(series.values[place]) : NumberText.missing
      }
      let cells =
        values + [
          series.count > 0 ? LoadText.duration(series.longest) : NumberText.missing,
          NumberText.grouped(series.count),
        ]
      return .block(
        "tr",
        [
          .inline(
            "th", ["scope": "row"],
            [.text(series.name), .inline("small", text: series.meaning)])
        ] + cells.map { .inline("td", ["class": "number"], text: $0) })
    }
    return section(
      "series", "Durations", "All of the measured time.",
      [
        table(head, rows)
      ])
  }

  private var verdicts: Markup {
    guard !report.verdicts.isEmpty else { return .none }
    let thresholds = report.verdicts.map { verdict -> Markup in
      let measured = verdict.measured.map { "measured \($0)" } ?? "nothing measured"
      return .inline(
        "li",
        text: "\(verdict.isMissed ? "Missed" : "Kept"): fails if \(verdict.expression), \(measured)"
      )
    }
    return section(
      "verdicts", "Thresholds", "What decides the exit status.",
      [.block("ul", thresholds)])
  }
}
