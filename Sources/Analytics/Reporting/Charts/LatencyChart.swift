/// The percentiles of latencies on a logarithmic scale.
struct LatencyChart {
  let latencies: [LatencySummary]
  let size: ChartSize

  private static let row = 46.0

  func markup(id: String) -> Markup {
    let frame = ChartFrame(
      width: size.width, height: Self.row * Double(latencies.count) + 40, left: 12, right: 24,
      top: 8, bottom: 30)
    let marks = marksShown
    let across = LinearScale(
      Self.logarithm(
        Self.marks[marks.lowerBound].milliseconds)...Self.logarithm(
          Self.marks[marks.upperBound].milliseconds), from: frame.left, to: frame.right)
    var content: [Markup] = []
    for index in marks {
      let x = across(Self.logarithm(Self.marks[index].milliseconds))
      content.append(Shape.line("grid", (x, frame.top), (x, frame.bottom)))
      // A narrow chart has room for every other label only.
      if size.isWide || index % 2 == 0 {
        content.append(
          Shape.text("axis middle", (x, frame.bottom + 19), Self.marks[index].name))
      }
    }
    for (index, latency) in latencies.enumerated() {
      content += lane(latency, y: frame.top + Self.row * (Double(index) + 0.5), frame, across)
    }
    return frame.svg(
      id: id, title: "Latencies", description: description, content)
  }

  private func lane(
    _ latency: LatencySummary, y: Double, _ frame: ChartFrame, _ across: LinearScale
  ) -> [Markup] {
    var shapes = [Shape.text("note", (frame.left, y - 8), latency.title)]
    guard let first = latency.percentiles.first, let last = latency.percentiles.last else {
      return shapes
    }
    let place = { (milliseconds: Int64) in across(Self.logarithm(max(milliseconds, 1))) }
    let (start, end) = (place(first.milliseconds), place(last.milliseconds))
    shapes.append(
      Shape.box("interval truth", (start, y + 3), width: end - start, height: 6, rounding: 3))
    for percentile in latency.percentiles {
      shapes.append(Shape.dot("dot truth", (place(percentile.milliseconds), y + 6), radius: 4))
    }
    return shapes
  }

  /// Familiar durations as axis marks, roughly evenly spaced on a logarithmic scale.
  private static let marks: [(milliseconds: Int64, name: String)] = [
    (1, "1 ms"), (10, "10 ms"), (100, "100 ms"), (1_000, "1 s"), (10_000, "10 s"),
    (60_000, "1 min"), (600_000, "10 min"), (3_600_000, "1 h"), (86_400_000, "1 day"),
    (864_000_000, "10 days"), (8_640_000_000, "100 days"), (.max, ""),
  ]

  /// The marks that enclose every percentile.
  private var marksShown: ClosedRange<Int> {
    let shown = latencies.flatMap(\.percentiles).map(\.milliseconds)
    let (least, largest) = (max(shown.min() ?? 1, 1), max(shown.max() ?? 1, 1))
    let first = Self.marks.lastIndex { $0.milliseconds <= least } ?? 0
    let last = Self.marks.firstIndex { $0.milliseconds >= largest } ?? first
    return first...max(last, first + 1)
  }

  /// An approximate binary logarithm: exact at powers of two and linear between them. It suffices
  /// for a chart and avoids library functions that differ between machines.
  private static func logarithm(_ milliseconds: Int64) -> Double {
    let number = Double(milliseconds)
    return Double(number.exponent) + number.significand - 1
  }

  private var description: String {
    latencies.map { latency in
      let texts = latency.percentiles.map { percentile in
        "\(percentile.name) \(NumberText.duration(milliseconds: percentile.milliseconds))"
      }
      let all = texts.isEmpty ? "nothing measured" : texts.joined(separator: ", ")
      return "\(latency.title): \(all)."
    }.joined(separator: " ")
  }
}

extension LatencySummary.Percentile {
  /// For example `99.9 %`.
  var name: String {
    "\(PercentText.shortest(Double(thousandths) / 100_000)) %"
  }
}
