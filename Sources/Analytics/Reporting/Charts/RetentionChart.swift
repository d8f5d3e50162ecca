import Metrics

/// Retention by days after the first active day, with its targets.
struct RetentionChart {
  let curve: [RetentionPoint]
  /// The metrics that set a target for one of the days.
  let metricResults: [MetricResult]
  let size: ChartSize

  func markup(id: String) -> Markup {
    let frame = ChartFrame(
      width: size.width, height: size.isWide ? 320 : 280, left: size.isWide ? 56 : 44, right: 18,
      top: 12, bottom: 30)
    let across = LinearScale(
      0...Double(max(curve.last?.day ?? 1, 1)), from: frame.left + 8, to: frame.right - 4)
    let up = LinearScale(0...1, from: frame.bottom, to: frame.top)
    let line = { (estimate: (RetentionPoint) -> Estimate?) in
      Path.line(
        curve.map { point in
          estimate(point).map { (across(Double(point.day)), up($0.value)) }
        })
    }
    let band = curve.compactMap { point in
      point.truth?.interval.map { (across(Double(point.day)), up($0.lower), up($0.upper)) }
    }
    var content = frame.grid(
      stride(from: 0, through: 100, by: 25).map { (up(Double($0) / 100), "\($0) %") })
    content.append(Shape.path("band", .band(band)))
    content.append(Shape.path("line observed", line(\.observed)))
    content.append(Shape.path("line truth", line(\.truth)))
    for (day, metric) in targets { content += marker(day: day, metric, across, up) }
    let days = [1, 7, 14, 21, 30].filter { $0 <= curve.last?.day ?? 0 }
    content += frame.ticks(days.map { (across(Double($0)), String($0)) }, at: frame.bottom)
    return frame.svg(
      id: id, title: "Retention by days after the first active day", description: description,
      content)
  }

  private var targets: [(day: Int, metric: MetricResult)] {
    metricResults.compactMap { metric in
      guard let day = metric.retentionDay, metric.target != nil else { return nil }
      return (day, metric)
    }
  }

  /// The target of a day, labeled on the side away from the curve.
  private func marker(day: Int, _ metric: MetricResult, _ across: LinearScale, _ up: LinearScale)
    -> [Markup]
  {
    guard let target = metric.target else { return [] }
    let (x, y) = (across(Double(day)), up(target))
    let truth = curve.first { $0.day == day }?.truth
    let isMet = (truth?.value ?? 0) >= target
    var shapes = [Shape.line("target", (x - 9, y), (x + 9, y))]
    // A narrow chart has no room next to the steep start of the curve.
    if size.isWide {
      let label = "\(PercentText.shortest(target)) %"
      shapes.append(Shape.text("note middle", (x, isMet ? y + 18 : y - 9), label))
    }
    if let truth {
      shapes.append(Shape.dot("dot truth", (x, up(truth.value)), radius: 4))
    }
    return shapes
  }

  private var description: String {
    let texts = curve.filter { [1, 7, 14, 30].contains($0.day) }.compactMap { point in
      point.truth.map { truth in
        let observed = point.observed.map { ", \(shares.number($0.value)) % observed" } ?? ""
        return "day \(point.day): \(shares.number(truth.value)) %\(observed)"
      }
    }
    return texts.isEmpty ? "No cohort is old enough yet." : texts.joined(separator: "; ") + "."
  }

  private var shares: PercentText { PercentText(target: nil) }
}
