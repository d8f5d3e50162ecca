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
  /// another one with the same target is no test of its own, so one miss counts once. Targets without a
  /// clear verdict and properties that were not exercised count as skipped.
  public static func junit(
    _ segments: [Segment], of run: String, side: JudgedSides = .truth,
    properties: [PropertyResult] = []
  ) -> String {
    let cases =
      segments.flatMap { segment in
        segment.metricResults.distinct.flatMap { side.judgments(of: $0) }
          .map { Case($0, in: segment.named(run)) }
      } + properties.map { Case($0, in: "\(run), properties") }
    let failures = cases.count { $0.outcome == .failure }
    let skipped = cases.count { $0.outcome == .skipped }
    let lines =
      [
        #"<?xml version="1.0" encoding="UTF-8"?>"#,
        #"<testsuite name="\#(escaped(run))" tests="\#(cases.count)" failures="\#(failures)""#
          + #" skipped="\#(skipped)">"#,
      ] + cases.flatMap(lines) + ["</testsuite>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A test of the suite: a target, or a property.
  private struct Case {
    enum Outcome: String { case failure, skipped }

    let place: String
    let name: String
    /// Nil for a test that passed.
    let outcome: Outcome?
    let message: String

    init(_ judgment: JudgedSides.Judgment, in place: String) {
      self.place = place
      name = judgment.name
      outcome =
        switch judgment.verdict {
        case .pass: nil
        case .fail: .failure
        default: .skipped
        }
      message = MetricGate.sentence(judgment)
    }

    init(_ property: PropertyResult, in place: String) {
      self.place = place
      name = property.id
      outcome =
        switch property.outcome {
        case .held: nil
        case .violated: .failure
        case .notExercised: .skipped
        }
      message = MetricGate.sentence(property)
    }
  }

  private static func lines(_ test: Case) -> [String] {
    let name =
      #"  <testcase classname="\#(escaped(test.place))" name="\#(escaped(test.name))""#
    guard let outcome = test.outcome else { return [name + "/>"] }
    return [
      name + ">", #"    <\#(outcome.rawValue) message="\#(escaped(test.message))"/>"#,
      "  </testcase>",
    ]
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
      let shown = side == .observed ? metric.observed : metric.truth
      let interval = shown?.interval.map {
        "\(metric.number($0.lower)) – \(metric.number($0.upper))"
      }
      let judgments = side.judgments(of: metric)
      let verdicts = judgments.map { judgment in
        judgment.verdict.rawValue + (judgments.count > 1 ? " (\(judgment.side.rawValue))" : "")
      }
      let absence = shown == nil ? TargetVerdict(metric.absence).rawValue : "–"
      let cells = [
        metric.title, value(metric.truth, of: metric), value(metric.observed, of: metric),
        interval ?? "–", target(metric),
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
