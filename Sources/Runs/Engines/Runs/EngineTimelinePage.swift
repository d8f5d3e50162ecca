import Stress

/// The timeline of a test as an HTML page: a lane for each replica and one for the network, arrows
/// for messages that are late, doubled or lost, and which replicas a partition separates.
///
/// Messages that arrive once and soon are left out, as in the timeline of a report.
struct EngineTimelinePage {
  private let title: String
  private let verdict: String
  private let events: [EngineEvent]
  private let lanes: [String]

  private static let rowHeight = 34
  private static let laneWidth = 190
  private static let timeWidth = 90

  /// - Parameter names: those of all replicas that there may be, from the left.
  init(_ timeline: [EngineEvent], of names: [String], title: String, verdict: String) {
    let sent = timeline.filter { !$0.isRoutine }.flatMap { event -> [UInt64] in
      if case .sent(let keys) = event.mark { keys } else { [] }
    }
    events = timeline.filter { event in
      if case .arrived(let key) = event.mark, sent.contains(key) { return true }
      return !event.isRoutine
    }
    lanes =
      names.filter { name in timeline.contains { $0.replica == name } } + [EngineEvent.network]
    self.title = title
    self.verdict = verdict
  }

  private func column(_ name: String) -> Int { lanes.firstIndex(of: name) ?? lanes.count - 1 }

  private func x(_ column: Int) -> Int {
    Self.timeWidth + column * Self.laneWidth + Self.laneWidth / 2
  }

  private func y(_ row: Int) -> Int { 40 + row * Self.rowHeight }

  var text: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>\(TimelinePage.escaped(title))</title>
    <style>\(TimelinePage.style)\(Self.style)</style></head><body>
    <h1>\(TimelinePage.escaped(title))</h1>
    <p>\(TimelinePage.escaped(verdict))</p>
    <p class="hint">Tab or the arrow keys move from event to event.</p>
    <div class="page"><div class="timeline">\(drawing)</div>
    <aside aria-live="polite"><h2>Event</h2><p id="when"></p><p id="what">Choose an event.</p>
    <p id="why"></p></aside></div>
    <script>\(TimelinePage.script)</script>
    </body></html>

    """
  }

  private var drawing: String {
    // The texts of the last lane need room to its right.
    let width = Self.timeWidth + (lanes.count + 2) * Self.laneWidth
    let height = y(events.count) + 20
    var svg =
      "<svg role=\"list\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\"><defs><marker id=\"tip\" markerWidth=\"8\" "
      + "markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/>"
      + "</marker></defs>"
    svg += partitions.joined()
    for (column, name) in lanes.enumerated() {
      let place = x(column)
      svg += "<text class=\"name\" x=\"\(place)\" y=\"18\">\(TimelinePage.escaped(name))</text>"
      svg += "<line class=\"lane\" x1=\"\(place)\" y1=\"26\" x2=\"\(place)\" y2=\"\(height)\"/>"
    }
    svg += arrows.joined()
    for row in events.indices { svg += event(row) }
    return svg + "</svg>"
  }

  // MARK: Partitions

  /// For each partition its two sides, from its first event to its last, and the line between them.
  private var partitions: [String] {
    events.indices.flatMap { row -> [String] in
      guard case .parted(let step, let one, let other) = events[row].mark else { return [] }
      let end = events[row...].firstIndex { event in
        event.mark == .joined(step: step) || event.mark == .healed
      }
      let rows = row...(end ?? events.count - 1)
      let border = one.map(column).max().map { (x($0) + x($0 + 1)) / 2 } ?? 0
      let title = "\(EngineText.list(one)) cut off from \(EngineText.list(other))"
      return [side(one, rows, title, "one"), side(other, rows, title, "other")] + [
        "<line class=\"border\" x1=\"\(border)\" y1=\"\(y(rows.lowerBound))\" x2=\"\(border)\" "
          + "y2=\"\(y(rows.upperBound))\"/>"
      ]
    }
  }

  private func side(
    _ names: [String], _ rows: ClosedRange<Int>, _ title: String, _ kind: String
  ) -> String {
    let columns = names.filter(lanes.contains).map(column)
    guard let first = columns.min(), let last = columns.max() else { return "" }
    let margin = Self.laneWidth / 2 - 8
    return "<rect class=\"side \(kind)\" x=\"\(x(first) - margin)\" y=\"\(y(rows.lowerBound))\" "
      + "width=\"\(x(last) - x(first) + 2 * margin)\" "
      + "height=\"\(y(rows.upperBound) - y(rows.lowerBound))\">"
      + "<title>\(TimelinePage.escaped(title))</title></rect>"
  }

  // MARK: Events

  /// From where a message left to where it arrived, or to the network if it did not.
  private var arrows: [String] {
    events.indices.flatMap { row -> [String] in
      guard case .sent(let keys) = events[row].mark else { return [] }
      let start = x(column(events[row].replica))
      let ends = events.indices.filter { end in
        if case .arrived(let key) = events[end].mark { keys.contains(key) } else { false }
      }
      if ends.isEmpty {
        let (end, height) = (x(lanes.count - 1), y(row) + Self.rowHeight / 2)
        return [
          "<line class=\"message lost\" x1=\"\(start)\" y1=\"\(y(row))\" x2=\"\(end)\" "
            + "y2=\"\(height)\"/><text class=\"lost\" x=\"\(end)\" y=\"\(height + 5)\">✗</text>"
        ]
      }
      return ends.map { end in
        "<line class=\"message\" x1=\"\(start)\" y1=\"\(y(row))\" "
          + "x2=\"\(x(column(events[end].replica)))\" y2=\"\(y(end))\" marker-end=\"url(#tip)\"/>"
      }
    }
  }

  private func event(_ row: Int) -> String {
    let event = events[row]
    let (x, y) = (x(column(event.replica)), y(row))
    let words = event.text.count > 46 ? String(event.text.prefix(45)) + "…" : event.text
    let place = TimelinePage.escaped(event.replica)
    let time = EngineText.time(event.time)
    let what = TimelinePage.escaped(event.text)
    return "<g class=\"event\" role=\"listitem\" tabindex=\"0\" "
      + "aria-label=\"\(time) \(place): \(what)\" data-when=\"\(time) \(place)\" "
      + "data-what=\"\(what)\" data-why=\"\">"
      + "<text class=\"time\" x=\"4\" y=\"\(y + 4)\">\(time)</text>"
      + "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"5\"/>"
      + "<text class=\"words\" x=\"\(x + 9)\" y=\"\(y + 4)\">\(TimelinePage.escaped(words))</text>"
      + "</g>"
  }

  private static let style = """

    svg .side { opacity: .16; } svg .one { fill: #e58a00; } svg .other { fill: #2f6fdb; }
    svg .border { stroke: #b3261e; stroke-width: 2; stroke-dasharray: 6 4; }
    """
}
