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
  public static func junit(_ segments: [Segment], of run: String, seconds: Double) -> String {
    let cases = segments.flatMap { segment in
      segment.metricResults.compactMap { metric -> JUnitDocument.Case? in
        let outcome: JUnitDocument.Case.Outcome
        switch metric.verdict {
        case nil: return nil
        case .pass: outcome = .passed
        case .fail: outcome = .failed(message: sentence(metric))
        case .inconclusive, .immature, .tooFew: outcome = .skipped(message: sentence(metric))
        }
        return JUnitDocument.Case(className: segment.named(run), name: metric.id, outcome)
      }
    }
    return JUnitDocument(suite: run, seconds: seconds, cases: cases).text
  }

  /// Which targets are missed, or have no clear verdict, in one line; nil if all are reached.
  public static func failureLine(_ metricResults: [MetricResult]) -> String? {
    let missed = metricResults.filter { $0.verdict == .fail }
    let open = metricResults.filter { $0.verdict?.isOpen == true }
    let shown = missed.isEmpty ? open : missed
    guard !shown.isEmpty else { return nil }
    let count = NumberText.counted(Int64(shown.count), "target")
    let what = missed.isEmpty ? "without a clear verdict" : "missed"
    let parts = shown.map { metric in
      "\(metric.id) \(value(metric.truth, of: metric)) (target \(target(metric)))"
    }
    return "\(count) \(what): \(parts.joined(separator: ", ")).\n"
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
        interval ?? "–",
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
}
