/// The frame of a chart: its size, the area inside its axes, and its accessible title.
struct ChartFrame {
  let width: Double
  let height: Double
  /// The plot area.
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double

  init(
    width: Double, height: Double, left: Double, right: Double, top: Double, bottom: Double
  ) {
    self.width = width
    self.height = height
    self.left = left
    self.right = width - right
    self.top = top
    self.bottom = height - bottom
  }

  /// The chart as an image with a title and a description for screen readers.
  ///
  /// - Parameter id: unique among the charts of the page.
  func svg(id: String, title: String, description: String, _ content: [Markup]) -> Markup {
    .block(
      "svg",
      [
        "viewBox": "0 0 \(Path.number(width)) \(Path.number(height))", "role": "img",
        "width": Path.number(width), "height": Path.number(height),
        "aria-labelledby": "\(id)-title \(id)-desc",
      ],
      [
        .inline("title", ["id": "\(id)-title"], text: title),
        .inline("desc", ["id": "\(id)-desc"], text: description),
      ] + content)
  }

  /// Horizontal grid lines with labels at the left.
  func grid(_ lines: [(y: Double, label: String)]) -> [Markup] {
    lines.flatMap { line in
      [
        Shape.line("grid", (left, line.y), (right, line.y)),
        Shape.text("axis end", (left - 8, line.y + 4), line.label),
      ]
    }
  }

  /// Labels below the chart, each with a tick.
  func ticks(_ ticks: [(x: Double, label: String)], at y: Double) -> [Markup] {
    ticks.flatMap { tick in
      [
        Shape.line("tick", (tick.x, y), (tick.x, y + 5)),
        Shape.text("axis middle", (tick.x, y + 19), tick.label),
      ]
    }
  }
}
