public import Metrics

/// Key figures as machines that keep watch want them: JUnit, a table for a comment, annotations.
public enum KpiGate {
  /// A suite with a test for every target; what is neither reached nor missed for sure is skipped.
  public static func junit(_ kpis: [KpiResult], of run: String) -> String {
    let judged = kpis.filter { $0.verdict != nil }
    let failures = judged.count { $0.verdict == .fail }
    let skipped = judged.count { $0.verdict?.isOpen == true }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="\#(escaped(run))" tests="\#(judged.count)" failures="\#(failures)""#
        + #" skipped="\#(skipped)">"#,
    ]
    for kpi in judged {
      let name = #"  <testcase classname="\#(escaped(run))" name="\#(escaped(kpi.id))""#
      switch kpi.verdict {
      case .fail:
        lines.append(name + ">")
        lines.append(#"    <failure message="\#(escaped(sentence(kpi)))"/>"#)
        lines.append("  </testcase>")
      case .inconclusive, .immature, .tooFew:
        lines.append(name + ">")
        lines.append(#"    <skipped message="\#(escaped(sentence(kpi)))"/>"#)
        lines.append("  </testcase>")
      case .pass, nil: lines.append(name + "/>")
      }
    }
    return (lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
  }

  /// A table in Markdown.
  public static func markdown(_ kpis: [KpiResult]) -> String {
    var lines = [
      "| key figure | truth | observed | 95 % interval | target | verdict |",
      "|---|---:|---:|---:|---:|---|",
    ]
    for kpi in kpis {
      let interval = kpi.truth?.interval.map {
        "\(kpi.number($0.lower)) – \(kpi.number($0.upper))"
      }
      let cells = [
        kpi.title, value(kpi.truth, of: kpi), value(kpi.observed, of: kpi), interval ?? "–",
        target(kpi), kpi.verdict?.rawValue ?? "–",
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Annotations of a workflow: an error for a target that is missed, a warning for one that is
  /// neither reached nor missed for sure.
  public static func annotations(_ kpis: [KpiResult], of run: String) -> String {
    kpis.compactMap { kpi in
      switch kpi.verdict {
      case .fail: "::error title=\(run)::\(sentence(kpi))\n"
      case .inconclusive, .immature, .tooFew: "::warning title=\(run)::\(sentence(kpi))\n"
      case .pass, nil: nil
      }
    }.joined()
  }

  private static func sentence(_ kpi: KpiResult) -> String {
    switch kpi.verdict {
    case .immature: "\(kpi.title): nothing has ripened yet, target \(target(kpi))"
    default:
      "\(kpi.title): \(value(kpi.truth, of: kpi)), target \(target(kpi)), "
        + "\(kpi.verdict?.rawValue ?? "no verdict")"
    }
  }

  private static func value(_ estimate: Estimate?, of kpi: KpiResult) -> String {
    estimate.map { kpi.text($0.value) } ?? "–"
  }

  private static func target(_ kpi: KpiResult) -> String {
    kpi.target.map { "\(kpi.comparison.rawValue) \(kpi.roundText($0))" } ?? "–"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}
