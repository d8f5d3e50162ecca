public import Metrics

/// Metrics for continuous integration: JUnit, a Markdown table and annotations.
public enum MetricGate {
  /// The metrics of all people, or of a segment with a name.
  public struct Segment {
    let name: String?
    let metricResults: [MetricResult]

    public init(_ name: String?, _ metricResults: [MetricResult]) {
      self.name = name
      self.metricResults = metricResults
    }

    func named(_ run: String) -> String { name.map { "\(run), \($0)" } ?? run }
  }

  /// A suite with one test per target; inconclusive targets count as skipped.
  public static func junit(_ segments: [Segment], of run: String) -> String {
    let judged = segments.flatMap { segment in
      segment.metricResults.filter { $0.verdict != nil }
        .map { (place: segment.named(run), metric: $0) }
    }
    let failures = judged.count { $0.metric.verdict == .fail }
    let skipped = judged.count { $0.metric.verdict?.isOpen == true }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="\#(escaped(run))" tests="\#(judged.count)" failures="\#(failures)""#
        + #" skipped="\#(skipped)">"#,
    ]
    for (place, metric) in judged {
      let name = #"  <testcase classname="\#(escaped(place))" name="\#(escaped(metric.id))""#
      switch metric.verdict {
      case .fail:
        lines.append(name + ">")
        lines.append(#"    <failure message="\#(escaped(sentence(metric)))"/>"#)
        lines.append("  </testcase>")
      case .inconclusive, .immature, .tooFew:
        lines.append(name + ">")
        lines.append(#"    <skipped message="\#(escaped(sentence(metric)))"/>"#)
        lines.append("  </testcase>")
      case .pass, nil: lines.append(name + "/>")
      }
    }
    return (lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
  }

  /// A Markdown table for all people, and one under a heading for each segment.
  public static func markdown(_ segments: [Segment]) -> String {
    segments.map { segment in
      (segment.name.map { "## \($0)\n\n" } ?? "") + table(segment.metricResults)
    }.joined(separator: "\n")
  }

  private static func table(_ metricResults: [MetricResult]) -> String {
    var lines = [
      "| metric | truth | observed | 95 % interval | target | verdict |",
      "|---|---:|---:|---:|---:|---|",
    ]
    for metric in metricResults {
      let interval = metric.truth?.interval.map {
        "\(metric.number($0.lower)) – \(metric.number($0.upper))"
      }
      let cells = [
        metric.title, value(metric.truth, of: metric), value(metric.observed, of: metric),
        interval ?? metric.truth?.gap?.text ?? "–",
        target(metric), metric.verdict?.rawValue ?? "–",
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Annotations of a GitHub workflow: an error for a missed target, a warning for an inconclusive
  /// one.
  public static func annotations(_ segments: [Segment], of run: String) -> String {
    segments.flatMap { segment in
      segment.metricResults.compactMap { metric -> String? in
        let place = segment.named(run)
        return switch metric.verdict {
        case .fail: "::error title=\(place)::\(sentence(metric))\n"
        case .inconclusive, .immature, .tooFew: "::warning title=\(place)::\(sentence(metric))\n"
        case .pass, nil: nil
        }
      }
    }.joined()
  }

  private static func sentence(_ metric: MetricResult) -> String {
    switch metric.verdict {
    case .immature: "\(metric.title): no cohort is old enough yet, target \(target(metric))"
    default:
      "\(metric.title): \(value(metric.truth, of: metric)), target \(target(metric)), "
        + "\(metric.verdict?.rawValue ?? "no verdict")"
    }
  }

  private static func value(_ estimate: Estimate?, of metric: MetricResult) -> String {
    estimate.map { metric.text($0.value) } ?? "–"
  }

  private static func target(_ metric: MetricResult) -> String {
    metric.target.map { "\(metric.comparison.rawValue) \(metric.roundText($0))" } ?? "–"
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
