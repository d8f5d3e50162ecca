/// Charts over the time of a load.
struct LoadChart {
  private let intervals: [LoadReport.Interval]
  /// The end of the time axis: that of the load, or of the last interval with a response.
  private let seconds: Double
  /// The measured time.
  private let measured: Double
  private let events: [LoadReport.Event]

  init(_ report: LoadReport) {
    intervals = report.intervals
    events = report.events
    measured = report.seconds
    let last = intervals.last { $0.answered > 0 }
    seconds = max(report.seconds, last.map { $0.start + $0.seconds } ?? 0)
  }

  private func frame(_ size: ChartSize) -> ChartFrame {
    ChartFrame(
      width: size.isWide ? 880 : 360, height: 260, left: 64, right: 16, top: 16, bottom: 32)
  }

  private func across(_ frame: ChartFrame) -> LinearScale {
    LinearScale(0...max(seconds, 1), from: frame.left, to: frame.right)
  }

  private func timeAxis(_ frame: ChartFrame, _ size: ChartSize) -> [Markup] {
    let across = across(frame)
    return Ticks.covering(Int64(max(seconds, 1)), count: size.isWide ? 10 : 5)
      .filter { Double($0) <= max(seconds, 1) }
      .map {
        Shape.text("axis middle", (across(Double($0)), frame.bottom + 19), "\($0) s")
      }
  }

  /// As wide a character on the axis is at most.
  private static let characterWidth = 7.0
  private static let nameRows = 8

  /// A band for each event, with its name above, behind everything else.
  private func bands(_ frame: ChartFrame) -> [Markup] {
    let across = across(frame)
    // Where the names in each row end: one that would touch another goes a row deeper.
    var ends: [Double] = []
    return events.flatMap { event -> [Markup] in
      guard let begin = event.begin else { return [] }
      let last = max(seconds, 1)
      let (left, right) = (across(min(begin, last)), across(min(event.end ?? last, last)))
      let row = ends.firstIndex { $0 < left } ?? min(ends.count, Self.nameRows - 1)
      if row == ends.count { ends.append(0) }
      ends[row] = left + 3 + Double(event.name.count + 1) * Self.characterWidth
      return [
        Shape.box(
          "band", (left, frame.top), width: max(right - left, 2),
          height: frame.bottom - frame.top),
        Shape.text("axis", (left + 3, frame.top + 11 + 12 * Double(row)), event.name),
      ]
    }
  }

  // MARK: Latency

  /// Durations that are marked on the axis, in microseconds.
  private static let marks: [Int64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    1_000_000_000_000,
  ]

  func latency(_ size: ChartSize) -> Markup {
    let frame = frame(size)
    let shown = intervals.filter { $0.answered > 0 }
    let least = max(shown.map(\.p50).min() ?? 1, 1)
    let most = max(shown.map(\.p999).max() ?? 1, 1)
    let first = Self.marks.lastIndex { $0 <= least } ?? 0
    let last = max(Self.marks.firstIndex { $0 >= most } ?? first, first + 1)
    let up = LinearScale(
      Self.logarithm(Self.marks[first])...Self.logarithm(Self.marks[last]), from: frame.bottom,
      to: frame.top)
    var content = bands(frame)
    for mark in Self.marks[first...last] {
      let y = up(Self.logarithm(mark))
      content.append(Shape.line("grid", (frame.left, y), (frame.right, y)))
      content.append(Shape.text("axis end", (frame.left - 8, y + 4), LoadText.mark(mark)))
    }
    content += timeAxis(frame, size)
    let across = across(frame)
    for (style, value) in [
      ("line truth", \LoadReport.Interval.p50), ("line observed", \.p99), ("line rare", \.p999),
    ] {
      content.append(
        Shape.path(
          style,
          Path.line(
            intervals.map { interval in
              guard interval.answered > 0 else { return nil }
              let y = up(Self.logarithm(max(interval[keyPath: value], Self.marks[first])))
              return (x: across(interval.start + interval.seconds / 2), y: y)
            })))
    }
    return frame.svg(
      id: "latency-\(size.rawValue)", title: "Latency over time", description: description,
      content)
  }

  private var description: String {
    let worst = intervals.max { $0.p99 < $1.p99 }
    guard let worst else { return "Nothing was measured." }
    return "The worst interval begins at \(Int(worst.start)) s: p50 \(LoadText.duration(worst.p50))"
      + ", p99 \(LoadText.duration(worst.p99)), p99.9 \(LoadText.duration(worst.p999))."
  }

  /// An approximate binary logarithm, exact at powers of two and linear between them.
  private static func logarithm(_ microseconds: Int64) -> Double {
    let number = Double(microseconds)
    return Double(number.exponent) + number.significand - 1
  }

  // MARK: Rate

  func rate(_ size: ChartSize, intervalSeconds: Double) -> Markup {
    let frame = frame(size)
    let perSecond = { (count: Int64) in Double(count) / intervalSeconds }
    let most = intervals.map { max($0.intended, $0.answered) }.max().map(perSecond) ?? 1
    let ticks = Ticks.covering(Int64(most.rounded(.up)), count: 5)
    let up = LinearScale(0...Double(ticks.last ?? 1), from: frame.bottom, to: frame.top)
    let across = across(frame)
    var content = bands(frame)
    for tick in ticks {
      let y = up(Double(tick))
      content.append(Shape.line("grid", (frame.left, y), (frame.right, y)))
      content.append(Shape.text("axis end", (frame.left - 8, y + 4), NumberText.grouped(tick)))
    }
    content += timeAxis(frame, size)
    // In an interval that the load did not fill, less happened than in a second of it.
    let whole = intervals.filter { $0.start + $0.seconds <= measured + 0.001 }
    for (style, value) in [
      ("line intended", \LoadReport.Interval.intended), ("line truth", \.answered),
    ] {
      content.append(
        Shape.path(
          style,
          Path.line(
            whole.map {
              (x: across($0.start + $0.seconds / 2), y: up(perSecond($0[keyPath: value])))
            })))
    }
    return frame.svg(
      id: "rate-\(size.rawValue)", title: "Rate over time",
      description: "At most \(NumberText.grouped(Int64(most.rounded()))) in a second.", content)
  }
}

extension LoadText {
  /// A mark of an axis, given in microseconds.
  static func mark(_ microseconds: Int64) -> String {
    if microseconds < 1_000 { return "\(microseconds) µs" }
    if microseconds < 1_000_000 { return "\(microseconds / 1_000) ms" }
    return "\(NumberText.grouped(microseconds / 1_000_000)) s"
  }
}
