import Metrics

/// A metric of the first days: its truth, and its observed value by days of waiting.
struct CompletenessChart {
  let line: CompletenessCurve.Line
  let metric: MetricResult
  let size: ChartSize

  func markup(id: String) -> Markup {
    let values = line.points.flatMap { [$0.truth, $0.observed] }.compactMap(\.self)
    let (least, most) = (values.min() ?? 0, values.max() ?? 1)
    let margin = max(most - least, 1e-6) * 0.1
    let frame = ChartFrame(
      width: size.width, height: size.isWide ? 260 : 220, left: size.isWide ? 76 : 64, right: 18,
      top: 12, bottom: 30)
    let across = LinearScale(
      0...Double(max(line.points.count - 1, 1)), from: frame.left + 8, to: frame.right - 4)
    let up = LinearScale(least - margin...most + margin, from: frame.bottom, to: frame.top)
    let path = { (value: (CompletenessCurve.Point) -> Double?) in
      Path.line(
        line.points.map { point in
          value(point).map { (across(Double(point.waitDays)), up($0)) }
        })
    }
    var content = frame.grid([least, (least + most) / 2, most].map { (up($0), metric.text($0)) })
    content.append(Shape.path("line observed", path(\.observed)))
    content.append(Shape.path("line truth", path(\.truth)))
    content += frame.ticks(
      line.points.map { (across(Double($0.waitDays)), String($0.waitDays)) }, at: frame.bottom)
    return frame.svg(
      id: id, title: "\(metric.title), by days of waiting", description: description, content)
  }

  private var description: String {
    let sentences = [line.points.first, line.points.last].compactMap(\.self).compactMap { point in
      point.bias.map { bias in
        "after \(point.waitDays) days of waiting the bias is \(metric.signed(bias))"
      }
    }
    return sentences.joined(separator: "; ") + "."
  }
}
