import Base
public import Benchmarking

/// The history of measurements as one self-contained HTML page: a chart for each figure of each
/// workload.
public struct BenchmarkPage {
  private let history: BenchmarkHistory

  public init(_ history: BenchmarkHistory) {
    self.history = history
  }

  /// The text of the page.
  public var text: String {
    Markup.page(
      title: "Shakeout benchmarks", styles: [StyleSheet.text], [header] + sections)
  }

  private var header: Markup {
    let last = history.entries.last
    return .block(
      "header",
      [
        .inline("p", ["class": "eyebrow"], text: "Shakeout benchmarks"),
        .inline(
          "h1",
          text: NumberText.counted(Int64(history.entries.count), "measurement")),
        .inline(
          "p", ["class": "lede"],
          text: last.map { "The last one, \($0.time), is of shakeout \($0.program)." }
            ?? "The history has not begun."),
        machineCaveat,
      ])
  }

  /// Values of several machines in one line would look like changes of the program.
  private var machineCaveat: Markup {
    var machines: [MachineFingerprint] = []
    for entry in history.entries where !machines.contains(entry.machine) {
      machines.append(entry.machine)
    }
    guard machines.count > 1 else { return .none }
    return .inline(
      "p", ["class": "caveat"],
      text: "The measurements come from \(machines.count) machines or toolchains: a line breaks "
        + "where they change.")
  }

  private var sections: [Markup] {
    history.series.enumerated().map { number, series in
      let id = "chart-\(number)"
      let chart = BenchmarkChart(history, workload: series.workload, figure: series.figure)
      return .block(
        "section", ["aria-labelledby": id],
        [
          .inline("h2", ["id": id], text: "\(series.workload): \(series.figure.title)"),
          .inline("p", ["class": "lead"], text: chart.lead),
          .block(
            "figure",
            ChartSize.allCases.map { size in
              .block("div", ["class": size.rawValue], [chart.markup(size, id: id)])
            }),
        ])
    }
  }
}

/// A figure of a workload over all measurements.
struct BenchmarkChart {
  private struct Point {
    let place: Int
    let value: Double
    let machine: MachineFingerprint
  }

  private let points: [Point]
  private let count: Int
  private let figure: BenchmarkFigure
  private let first: String
  private let last: String

  init(_ history: BenchmarkHistory, workload: String, figure: BenchmarkFigure) {
    self.figure = figure
    count = history.entries.count
    first = history.entries.first?.time ?? ""
    last = history.entries.last?.time ?? ""
    points = history.entries.enumerated().compactMap { place, entry in
      entry.values.first { $0.workload == workload && $0.figure == figure }.map {
        Point(place: place, value: $0.value, machine: entry.machine)
      }
    }
  }

  /// The newest value, and how it differs from the one before.
  var lead: String {
    guard let newest = points.last else { return "Nothing was measured." }
    let value = BenchmarkNumbers.value(newest.value, figure)
    guard points.count > 1, points[points.count - 2].value > 0,
      points[points.count - 2].machine == newest.machine
    else { return "\(value)." }
    let ratio = newest.value / points[points.count - 2].value
    return "\(value), \(BenchmarkNumbers.change(ratio)) against the measurement before."
  }

  func markup(_ size: ChartSize, id: String) -> Markup {
    let frame = ChartFrame(
      width: size.width, height: 220, left: 88, right: 16, top: 16, bottom: 32)
    let largest = max(points.map(\.value).max() ?? 1, 1e-9)
    // From zero, so that a change looks as large as it is.
    let up = LinearScale(0...largest * 1.1, from: frame.bottom, to: frame.top)
    let across = LinearScale(
      0...Double(max(count - 1, 1)), from: frame.left, to: frame.right)
    let grid = (0...4).map { step -> (y: Double, label: String) in
      let value = largest * Double(step) / 4
      return (up(value), BenchmarkNumbers.value(value, figure))
    }
    var content = frame.grid(grid)
    content.append(Shape.text("axis", (frame.left, frame.bottom + 19), String(first.prefix(10))))
    if count > 1 {
      content.append(
        Shape.text("axis end", (frame.right, frame.bottom + 19), String(last.prefix(10))))
    }
    content.append(Shape.path("line truth", path(across, up)))
    content += points.map {
      Shape.dot("dot truth", (across(Double($0.place)), up($0.value)), radius: 3)
    }
    return frame.svg(
      id: "\(id)-\(size.rawValue)", title: figure.title, description: lead, content)
  }

  /// A line that breaks where the machine changes.
  private func path(_ across: LinearScale, _ up: LinearScale) -> Path {
    var corners: [(x: Double, y: Double)?] = []
    for (number, point) in points.enumerated() {
      if number > 0 && points[number - 1].machine != point.machine { corners.append(nil) }
      corners.append((x: across(Double(point.place)), y: up(point.value)))
    }
    return Path.line(corners)
  }
}
