import Metrics

/// The truth and observed value of a metric with intervals and target, sized for a table cell.
///
/// Each bar has its own scale, labeled at both ends, because 99.9 % and 40 % cannot share one.
struct IntervalBar {
  let metric: MetricResult

  private static let width = 212.0
  private static let edge = 5.0

  func markup(id: String) -> Markup? {
    guard let domain else { return nil }
    let frame = ChartFrame(
      width: Self.width, height: 48, left: Self.edge, right: Self.edge, top: 4, bottom: 16)
    let across = LinearScale(domain, from: frame.left, to: frame.right)
    var content = [Shape.line("grid", (frame.left, frame.bottom), (frame.right, frame.bottom))]
    content += lane(metric.observed, "observed", y: 24, across)
    content += lane(metric.truth, "truth", y: 12, across)
    if let target = metric.target {
      content.append(Shape.line("target", (across(target), 3), (across(target), frame.bottom + 1)))
    }
    content.append(end("axis", frame.left, domain.lowerBound))
    content.append(end("axis end", frame.right, domain.upperBound))
    return frame.svg(
      id: id, title: "\(metric.title) and its target", description: description, content)
  }

  private func lane(_ estimate: Estimate?, _ side: String, y: Double, _ across: LinearScale)
    -> [Markup]
  {
    guard let estimate else { return [] }
    var shapes: [Markup] = []
    if let interval = estimate.interval {
      let (start, end) = (across(interval.lower), across(interval.upper))
      shapes.append(
        Shape.box(
          "interval \(side)", (start, y - 3), width: max(end - start, 1), height: 6, rounding: 3))
    }
    shapes.append(Shape.dot("dot \(side)", (across(estimate.value), y), radius: 4))
    return shapes
  }

  private func end(_ style: String, _ x: Double, _ share: Double) -> Markup {
    Shape.text(style, (x, 46), metric.roundText(share))
  }

  /// A round range that contains everything shown.
  private var domain: ClosedRange<Double>? {
    var shares: [Double] = []
    for estimate in [metric.truth, metric.observed].compactMap({ $0 }) {
      shares.append(estimate.value)
      if let interval = estimate.interval { shares += [interval.lower, interval.upper] }
    }
    guard !shares.isEmpty else { return nil }
    if let target = metric.target { shares.append(target) }
    return Self.domain(around: shares, isShare: metric.form.isShare)
  }

  /// In millionths, so that the ends are exactly the labeled round numbers.
  static func domain(around shares: [Double], isShare: Bool = true) -> ClosedRange<Double> {
    let whole: Int64 = 1_000_000
    // Values beyond every scale are drawn at the end of one.
    let bounded = shares.map { min(max($0, -1e9), 1e9) * Double(whole) }
    let least = Int64((bounded.min() ?? 0).rounded(.down))
    let largest = Int64((bounded.max() ?? 1).rounded(.down)) + 1
    var step: Int64 = 10
    while Self.ceiling(largest, step) - Self.floor(least, step) > 5 {
      step = Ticks.roundStep(atLeast: step + 1)
    }
    var start = Self.floor(least, step) * step
    var end = Self.ceiling(largest, step) * step
    if isShare {
      start = min(start, whole - step)
      end = min(end, whole)
    }
    return Double(start) / Double(whole)...Double(end) / Double(whole)
  }

  private static func floor(_ number: Int64, _ step: Int64) -> Int64 {
    number >= 0 ? number / step : -((-number + step - 1) / step)
  }

  private static func ceiling(_ number: Int64, _ step: Int64) -> Int64 { -floor(-number, step) }

  private var description: String {
    let sentence = { (estimate: Estimate?) in
      guard let estimate else { return "unknown yet" }
      let interval = estimate.interval.map {
        ", between \(metric.number($0.lower)) and \(metric.text($0.upper))"
      }
      return "\(metric.text(estimate.value))\(interval ?? "")"
    }
    let target = metric.target.map { " Target: \(metric.roundText($0))." } ?? ""
    return "Truth: \(sentence(metric.truth)). Observed: \(sentence(metric.observed)).\(target)"
  }
}
