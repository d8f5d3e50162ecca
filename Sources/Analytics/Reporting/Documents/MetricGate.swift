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

  /// A suite with one test per target and checked side, and one per property. A metric that repeats
  /// another one with the same target is no test of its own, so one miss counts once. Targets
  /// without a clear verdict and properties that were not exercised count as skipped.
  public static func junit(
    _ segments: [Segment], of run: String, side: JudgedSides = .truth,
    properties: [PropertyResult] = [], others: [JUnitDocument.Case] = [], seconds: Double
  ) -> String {
    let ofMetrics = segments.flatMap { segment in
      segment.metricResults.distinct.flatMap { side.judgments(of: $0) }
        .map { test(of: $0, in: segment.named(run)) }
    }
    let ofProperties = properties.map { test(of: $0, in: "\(run), properties") }
    return JUnitDocument(suite: run, seconds: seconds, cases: ofMetrics + ofProperties + others)
      .text
  }

  private static func test(
    of judgment: JudgedSides.Judgment, in place: String
  ) -> JUnitDocument.Case {
    let outcome: JUnitDocument.Case.Outcome =
      switch judgment.verdict {
      case .pass: .passed
      case .fail: .failed(message: sentence(judgment))
      case .inconclusive, .tooFew, .immature, .notApplicable, .noCases:
        .skipped(message: sentence(judgment))
      }
    return JUnitDocument.Case(className: place, name: judgment.name, outcome)
  }

  private static func test(of property: PropertyResult, in place: String) -> JUnitDocument.Case {
    let outcome: JUnitDocument.Case.Outcome =
      switch property.outcome {
      case .held: .passed
      case .violated: .failed(message: sentence(property))
      case .notExercised: .skipped(message: sentence(property))
      }
    return JUnitDocument.Case(className: place, name: property.id, outcome)
  }

  /// Which targets are missed, or have no clear verdict, in one line; nil if all are reached. A
  /// metric that repeats another one is not listed a second time.
  public static func failureLine(_ metricResults: [MetricResult]) -> String? {
    let metricResults = metricResults.distinct
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

  /// What is known of the properties, a Markdown table for all people, and one under a heading for
  /// each segment.
  public static func markdown(
    _ segments: [Segment], side: JudgedSides = .truth, properties: [PropertyResult] = []
  ) -> String {
    let summary = PropertySummary(properties)
    let mark = summary.violated.isEmpty ? "" : "**"
    let head = properties.isEmpty ? [] : ["\(mark)\(summary.headline).\(mark)\n"]
    return
      (head
      + segments.map { segment in
        (segment.name.map { "## \($0)\n\n" } ?? "") + table(segment.metricResults, side)
      }).joined(separator: "\n")
  }

  private static func table(_ metricResults: [MetricResult], _ side: JudgedSides) -> String {
    var lines = [
      "| metric | truth | observed | 95 % interval | target | verdict |",
      "|---|---:|---:|---:|---:|---|",
    ]
    for metric in metricResults {
      // The interval is that of the side whose verdict is shown.
      let shownSide: Side = side == .observed ? .observed : .truth
      let shown = shownSide == .observed ? metric.observed : metric.truth
      let interval = shown?.interval.map {
        "\(metric.number($0.lower)) – \(metric.number($0.upper))"
      }
      let judgments = side.judgments(of: metric)
      let verdicts = judgments.map { judgment in
        judgment.verdict.rawValue + (judgments.count > 1 ? " (\(judgment.side.rawValue))" : "")
      }
      let absence = metric.absence(on: shownSide)?.rawValue ?? NumberText.missing
      let cells = [
        metric.title, value(metric.truth, of: metric), value(metric.observed, of: metric),
        interval ?? shown?.gap?.text ?? NumberText.missing, target(metric),
        verdicts.isEmpty ? absence : verdicts.joined(separator: ", "),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Annotations of a GitHub workflow: an error for a missed target or a violated property, a
  /// warning for a target without a clear verdict, a notice for a property that was not exercised.
  public static func annotations(
    _ segments: [Segment], of run: String, side: JudgedSides = .truth,
    properties: [PropertyResult] = []
  ) -> String {
    let ofProperties = properties.compactMap { property -> String? in
      switch property.outcome {
      case .held: nil
      case .violated: "::error title=\(run)::\(sentence(property))\n"
      case .notExercised: "::notice title=\(run)::\(sentence(property))\n"
      }
    }
    let ofMetrics = segments.flatMap { segment in
      segment.metricResults.distinct.flatMap { side.judgments(of: $0) }.compactMap {
        judgment -> String? in
        let place = segment.named(run)
        return switch judgment.verdict {
        case .pass: nil
        case .fail: "::error title=\(place)::\(sentence(judgment))\n"
        default: "::warning title=\(place)::\(sentence(judgment))\n"
        }
      }
    }
    return (ofProperties + ofMetrics).joined()
  }

  private static func sentence(_ property: PropertyResult) -> String {
    switch property.outcome {
    case .notExercised: "\(property.id) was not exercised: nothing in the run could violate it"
    case .held, .violated:
      "\(property.id): \(NumberText.counted(property.violations, "violation")) in "
        + NumberText.counted(property.checks, "check")
    }
  }

  private static func sentence(_ judgment: JudgedSides.Judgment) -> String {
    let metric = judgment.metric
    let target = target(metric)
    guard judgment.estimate == nil else {
      return "\(judgment.title): \(value(judgment.estimate, of: metric)), target \(target), "
        + judgment.verdict.rawValue
    }
    return "\(judgment.title): \(judgment.verdict.reason), target \(target)"
  }

  private static func value(_ estimate: Estimate?, of metric: MetricResult) -> String {
    estimate.map { metric.text($0.value) } ?? NumberText.missing
  }

  private static func target(_ metric: MetricResult) -> String {
    metric.target.map { "\(metric.comparison.rawValue) \(metric.roundText($0))" }
      ?? NumberText.missing
  }
}
