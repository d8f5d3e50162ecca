import Metrics

/// Active people per day, in truth and as observed by the server, within the enrolled people. Below
/// it, bars for people who joined after the first day, if there are any.
struct DailyActiveChart {
  let days: [DayTotals]
  let size: ChartSize

  private var showsJoining: Bool {
    days.dropFirst().contains { $0.joined > 0 }
  }

  func markup(id: String) -> Markup {
    let ticks = Ticks.covering(days.map(\.enrolled).max() ?? 0, count: 4)
    let labels = ticks.map(NumberText.grouped)
    // Seven units hold a digit of an axis; "joined" must fit too.
    let left = Double(max(6, labels.map(\.count).max() ?? 0)) * 7 + 8
    let frame = ChartFrame(
      width: size.width, height: size.isWide ? 320 : 280, left: left, right: 10, top: 12,
      bottom: showsJoining ? 86 : 30)
    let across = LinearScale(
      0...Double(max(days.count - 1, 1)), from: frame.left + 4, to: frame.right - 4)
    let up = LinearScale(0...Double(ticks.last ?? 1), from: frame.bottom, to: frame.top)
    let line = { (count: (DayTotals) -> Int64) in
      Path.line(days.map { (across(Double($0.day)), up(Double(count($0)))) })
    }
    var content = frame.grid(zip(ticks, labels).map { (up(Double($0)), $1) })
    content.append(
      Shape.path(
        "enrolled",
        .band(days.map { (across(Double($0.day)), up(0), up(Double($0.enrolled))) })))
    content.append(Shape.path("line observed", line(\.observed.active)))
    content.append(Shape.path("line truth", line(\.truth.active)))
    if showsJoining { content += joining(frame, across) }
    content += frame.ticks(
      Ticks.days(days.count, count: size.isWide ? 9 : 5).map { (across(Double($0)), String($0)) },
      at: frame.height - 30)
    return frame.svg(
      id: id, title: "Daily active people", description: description, content)
  }

  /// Bars of people who joined, on the same days as the chart above.
  ///
  /// Omits the first day, on which everyone present from the start would dwarf later joiners.
  private func joining(_ frame: ChartFrame, _ across: LinearScale) -> [Markup] {
    let (floor, ceiling) = (frame.height - 30, frame.height - 62)
    let later = days.dropFirst().filter { $0.joined > 0 }
    let largest = later.map(\.joined).max() ?? 0
    let up = LinearScale(0...Double(max(largest, 1)), from: floor, to: ceiling)
    let step = across(1) - across(0)
    let width = max(1, min(step * 0.7, 14))
    let bars = later.map { totals in
      Shape.box(
        "joined", (across(Double(totals.day)) - width / 2, up(Double(totals.joined))),
        width: width, height: floor - up(Double(totals.joined)))
    }
    return bars + [
      Shape.line("grid", (frame.left, floor), (frame.right, floor)),
      Shape.text("axis end", (frame.left - 8, ceiling + 8), NumberText.grouped(largest)),
      Shape.text("axis end", (frame.left - 8, floor), "joined"),
    ]
  }

  private var description: String {
    guard let first = days.first, let last = days.last else { return "No days were simulated." }
    let sentence = { (totals: DayTotals) in
      let active = NumberText.grouped(totals.truth.active)
      let enrolled = NumberText.grouped(totals.enrolled)
      let observed = NumberText.grouped(totals.observed.active)
      return "\(active) of \(enrolled) enrolled people were active, \(observed) observed by the"
        + " server"
    }
    return "On day \(first.day), \(sentence(first)). On day \(last.day), \(sentence(last))."
  }
}
