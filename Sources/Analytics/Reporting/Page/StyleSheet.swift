/// The style sheet of the page, for light and dark mode, print and phones.
enum StyleSheet {
  static let text = [colors, letters, header, tables, figures, small, paper]
    .joined(separator: "\n")

  private static let colors = """
    :root {
      --ground: #fdfdfb; --raised: #f5f6f3; --ink: #1a1f24; --muted: #5d6670; --rule: #e1e4df;
      --truth: #0b5d91; --observed: #b3500a; --enrolled: #e6eaec; --goal: #1a1f24;
      --faint: 0.24;
      --pass: #17734a; --fail: #b0241c; --inconclusive: #7d5a00; --immature: #5d6670;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #13171a; --raised: #1b2025; --ink: #e9ecee; --muted: #9ba6b0; --rule: #2c333a;
        --truth: #70b8f0; --observed: #f0a45c; --enrolled: #262d33; --goal: #e9ecee;
        --faint: 0.42;
        --pass: #63cf97; --fail: #ff8e84; --inconclusive: #e3bf5f; --immature: #9ba6b0;
      }
    }
    """

  private static let letters = """
    * { box-sizing: border-box; }
    html { color-scheme: light dark; -webkit-text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--ground); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Inter, Roboto, "Helvetica Neue", Arial,
        sans-serif;
      font-variant-numeric: tabular-nums;
    }
    main { max-width: 928px; margin: 0 auto; padding: 56px 24px 96px; }
    h1 { margin: 4px 0 8px; font-size: 40px; line-height: 1.1; letter-spacing: -0.02em; }
    h2 { margin: 0 0 4px; font-size: 22px; line-height: 1.25; letter-spacing: -0.01em; }
    section { margin-top: 64px; }
    p { margin: 0; }
    code { font: 0.875em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    small { display: block; color: var(--muted); font-size: 13px; line-height: 1.4; }
    .lead, .lede { color: var(--muted); max-width: 76ch; text-wrap: pretty; }
    .lede { font-size: 18px; }
    .remark { margin-top: 16px; color: var(--muted); font-size: 14px; max-width: 72ch; }
    """

  private static let header = """
    .eyebrow {
      color: var(--muted); font-size: 13px; font-weight: 600; letter-spacing: 0.08em;
      text-transform: uppercase;
    }
    .tiles {
      display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; margin: 32px 0 0;
    }
    .tile { padding: 14px 16px 12px; background: var(--raised); border-radius: 8px; }
    .tile.pass { box-shadow: inset 3px 0 var(--pass); }
    .tile.fail { box-shadow: inset 3px 0 var(--fail); }
    .tile dt { color: var(--muted); font-size: 13px; }
    .tile dd { margin: 0; }
    .tile .value { font-size: 24px; font-weight: 600; line-height: 1.3; letter-spacing: -0.01em; }
    .tile .note { color: var(--muted); font-size: 13px; line-height: 1.4; }
    .caveat {
      margin-top: 24px; padding-left: 12px; border-left: 3px solid var(--rule); font-size: 14px;
      color: var(--muted);
    }
    """

  private static let tables = """
    table { width: 100%; border-collapse: collapse; font-size: 15px; }
    caption { padding: 0 0 8px; color: var(--muted); font-size: 13px; text-align: left; }
    .scroll { margin-top: 20px; overflow-x: auto; }
    thead th { color: var(--muted); font-size: 13px; font-weight: 500; }
    th, td {
      padding: 9px 16px 9px 0; border-bottom: 1px solid var(--rule); text-align: left;
      vertical-align: top;
    }
    th:last-child, td:last-child { padding-right: 0; }
    tbody th { font-weight: 500; }
    .scroll tbody th { min-width: 9em; }
    .number { text-align: right; white-space: nowrap; }
    .metrics { margin-top: 12px; }
    .metrics td, .metrics th { padding-right: 14px; white-space: nowrap; }
    .metrics b { font-weight: 600; }
    .metrics .truth b { color: var(--truth); }
    .metrics .observed b { color: var(--observed); }
    .metrics .scale { padding-top: 5px; padding-bottom: 3px; }
    .verdict { color: var(--muted); font-weight: 600; white-space: nowrap; }
    .verdict::before {
      content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 7px;
      border-radius: 50%; background: currentColor;
    }
    .verdict.pass { color: var(--pass); }
    .verdict.fail { color: var(--fail); }
    .verdict.fail::before { border-radius: 1px; transform: rotate(45deg); }
    .verdict.inconclusive, .verdict.tooFew { color: var(--inconclusive); }
    .verdict.inconclusive::before, .verdict.tooFew::before {
      background: none; box-shadow: inset 0 0 0 2px currentColor;
    }
    .verdict.immature { color: var(--immature); }
    .verdict.immature::before { background: none; box-shadow: inset 0 0 0 2px currentColor; }
    .facts {
      display: grid; grid-template-columns: max-content 1fr; gap: 4px 24px; margin: 16px 0 0;
      font-size: 15px;
    }
    .facts dt { color: var(--muted); }
    .facts dd { margin: 0; overflow-wrap: anywhere; }
    """

  private static let figures = """
    figure { margin: 16px 0 0; }
    .scroll + figure { margin-top: 32px; }
    figcaption, .legend { color: var(--muted); font-size: 14px; }
    .legend { margin-top: 16px; }
    .key { display: inline-block; margin-right: 20px; }
    .swatch {
      display: inline-block; width: 20px; height: 0; margin-right: 8px; vertical-align: 4px;
      border-top: 2px solid var(--truth);
    }
    .swatch.observed { border-top: 2px dashed var(--observed); }
    .swatch.goal { border-top: 2px solid var(--goal); }
    .swatch.enrolled { height: 10px; border: 0; background: var(--enrolled); vertical-align: -1px; }
    .axis-note { margin-top: 2px; color: var(--muted); font-size: 13px; text-align: center; }
    svg { display: block; width: 100%; height: auto; overflow: visible; }
    svg text { fill: var(--ink); font-size: 13px; }
    svg .axis { fill: var(--muted); font-size: 12px; }
    svg .note { fill: var(--ink); font-size: 12px; }
    svg .end { text-anchor: end; }
    svg .middle { text-anchor: middle; }
    .grid, .tick { stroke: var(--rule); stroke-width: 1; }
    .line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
    .line.truth { stroke: var(--truth); }
    .line.observed { stroke: var(--observed); stroke-dasharray: 5 4; }
    path.enrolled { fill: var(--enrolled); }
    .joined { fill: var(--muted); }
    .bar { fill: var(--truth); }
    .band, .interval.truth { fill: var(--truth); opacity: var(--faint); }
    .interval.observed { fill: var(--observed); opacity: var(--faint); }
    .dot { stroke: var(--ground); stroke-width: 1.5; }
    .dot.truth { fill: var(--truth); }
    .dot.observed { fill: var(--observed); }
    .target { stroke: var(--goal); stroke-width: 2; }
    .narrow { display: none; }
    .metrics svg { width: 212px; }
    .small svg { max-width: 360px; margin-top: 8px; }
    """

  private static let small = """
    @media (max-width: 760px) {
      main { padding: 32px 16px 64px; }
      h1 { font-size: 32px; }
      section { margin-top: 48px; }
      .tiles { grid-template-columns: repeat(2, 1fr); }
      .tile { padding: 12px 12px 10px; }
      .tile .value { font-size: 20px; }
      .wide { display: none; }
      .narrow { display: block; max-width: 480px; }
      .key { display: block; }
      .metrics thead {
        position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      }
      .metrics, .metrics tbody, .metrics caption { display: block; }
      .metrics tr {
        display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 6px 12px; padding: 14px 0;
        border-bottom: 1px solid var(--rule);
      }
      .metrics th, .metrics td { padding: 0; border: 0; }
      .metrics tbody th { grid-column: 1 / 3; grid-row: 1; }
            .metrics .judged { grid-column: 3; grid-row: 1; text-align: right; }
      .metrics .truth { grid-column: 1; grid-row: 2; }
      .metrics .observed { grid-column: 2; grid-row: 2; }
      .metrics .goal { grid-column: 3; grid-row: 2; text-align: right; }
      .metrics .scale { grid-column: 1 / 4; grid-row: 3; }
      .metrics svg { width: 100%; max-width: 300px; }
      .metrics .truth::before { content: "truth"; }
      .metrics .observed::before { content: "observed"; }
      .metrics .goal::before { content: "target"; }
      .metrics td::before { display: block; color: var(--muted); font-size: 13px; }
    }
    """

  private static let paper = """
    @media print {
      main { max-width: none; padding: 0; }
      section, figure, tr { break-inside: avoid; }
    }
    """
}
