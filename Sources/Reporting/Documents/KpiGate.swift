public import Metrics

/// Key figures as machines that keep watch want them: JUnit, a table for a comment, annotations.
public enum KpiGate {
  /// The figures of everybody, or of a part of the people, which has a name.
  public struct Part {
    let name: String?
    let kpis: [KpiResult]

    public init(_ name: String?, _ kpis: [KpiResult]) {
      self.name = name
      self.kpis = kpis
    }

    func named(_ run: String) -> String { name.map { "\(run), \($0)" } ?? run }
  }

  /// A suite with a test for every target; what is neither reached nor missed for sure is skipped.
  public static func junit(_ parts: [Part], of run: String) -> String {
    let judged = parts.flatMap { part in
      part.kpis.filter { $0.verdict != nil }.map { (place: part.named(run), kpi: $0) }
    }
    let failures = judged.count { $0.kpi.verdict == .fail }
    let skipped = judged.count { $0.kpi.verdict?.isOpen == true }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="\#(escaped(run))" tests="\#(judged.count)" failures="\#(failures)""#
        + #" skipped="\#(skipped)">"#,
    ]
    for (place, kpi) in judged {
      let name = #"  <testcase classname="\#(escaped(place))" name="\#(escaped(kpi.id))""#
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

  /// A table in Markdown for everybody, and one under its name for each part.
  public static func markdown(_ parts: [Part]) -> String {
    parts.map { part in
      (part.name.map { "## \($0)\n\n" } ?? "") + table(part.kpis)
    }.joined(separator: "\n")
  }

  private static func table(_ kpis: [KpiResult]) -> String {
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
  public static func annotations(_ parts: [Part], of run: String) -> String {
    parts.flatMap { part in
      part.kpis.compactMap { kpi -> String? in
        let place = part.named(run)
        return switch kpi.verdict {
        case .fail: "::error title=\(place)::\(sentence(kpi))\n"
        case .inconclusive, .immature, .tooFew: "::warning title=\(place)::\(sentence(kpi))\n"
        case .pass, nil: nil
        }
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
