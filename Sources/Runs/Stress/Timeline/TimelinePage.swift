import Chronology
import Properties

/// A timeline as an HTML page: a lane for each device, the network and the server, arrows for
/// messages, and the differences at the end. It needs no network and no other file.
public struct TimelinePage {
  private let events: Timeline
  private let title: String
  private let verdict: String

  private static let rowHeight = 34
  private static let laneWidth = 190
  private static let timeWidth = 190

  public init(_ timeline: Timeline, title: String, verdict: String) {
    events = timeline
    self.title = title
    self.verdict = verdict
  }

  private var deviceCount: Int { events.deviceNames.count }

  /// Devices from the left, then the network, then the server.
  private func column(_ lane: Timeline.Lane) -> Int {
    switch lane {
    case .device(let device): device
    case .network: deviceCount
    case .server: deviceCount + 1
    case .everywhere: 0
    }
  }

  private func x(_ column: Int) -> Int {
    Self.timeWidth + column * Self.laneWidth + Self.laneWidth / 2
  }

  private func y(_ line: Int) -> Int { 40 + line * Self.rowHeight }

  public var text: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>\(Self.escaped(title))</title>
    <style>\(Self.style)</style></head><body>
    <h1>\(Self.escaped(title))</h1>
    <p>\(Self.escaped(verdict))</p>
    <p class="hint">Tab or the arrow keys move from event to event.\(omitted)</p>
    <div class="page"><div class="timeline">\(timeline)</div>
    <aside aria-live="polite"><h2>Event</h2><p id="when"></p><p id="what">Choose an event.</p>
    <p id="why"></p></aside></div>
    <h2>Rows of the feed</h2>
    \(rows)
    <script>\(Self.script)</script>
    </body></html>

    """
  }

  private var omitted: String { events.omittedText.map { " " + Self.escaped($0) } ?? "" }

  // MARK: Timeline

  private var timeline: String {
    // The texts of the last lane need room to its right.
    let width = Self.timeWidth + (deviceCount + 3) * Self.laneWidth
    let height = y(events.lines.count) + 20
    let names = events.deviceNames + ["network", "server"]
    var svg =
      "<svg role=\"list\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\"><defs><marker id=\"tip\" markerWidth=\"8\" "
      + "markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/>"
      + "</marker></defs>"
    for (column, name) in names.enumerated() {
      svg += "<text class=\"name\" x=\"\(x(column))\" y=\"18\">\(Self.escaped(name))</text>"
      svg +=
        "<line class=\"lane\" x1=\"\(x(column))\" y1=\"26\" x2=\"\(x(column))\" y2=\"\(height)\"/>"
    }
    svg += arrows.joined()
    for (number, line) in events.lines.enumerated() { svg += event(number, line) }
    return svg + "</svg>"
  }

  /// Arrows from where a message was sent to where it arrived, or to the network if it did not.
  private var arrows: [String] {
    var arrows: [String] = []
    var arrivals: [Timeline.Message: [Int]] = [:]
    for (number, line) in events.lines.enumerated() {
      if let message = line.message, message.isArrival {
        arrivals[message, default: []].append(number)
      }
    }
    for (number, line) in events.lines.enumerated() {
      guard let message = line.message, !message.isArrival else { continue }
      var end = message
      end.isArrival = true
      let ends = (arrivals[end] ?? []).filter { $0 > number }
      for arrival in ends {
        arrows.append(
          arrow(number, line.lane, arrival, events.lines[arrival].lane, message.isResponse))
      }
      if ends.isEmpty { arrows.append(loss(number, line.lane)) }
    }
    return arrows
  }

  private func arrow(
    _ from: Int, _ start: Timeline.Lane, _ to: Int, _ end: Timeline.Lane, _ isResponse: Bool
  ) -> String {
    "<line class=\"message\(isResponse ? " answer" : "")\" x1=\"\(x(column(start)))\" "
      + "y1=\"\(y(from))\" x2=\"\(x(column(end)))\" y2=\"\(y(to))\" marker-end=\"url(#tip)\"/>"
  }

  private func loss(_ number: Int, _ lane: Timeline.Lane) -> String {
    let (end, height) = (x(deviceCount), y(number) + Self.rowHeight / 2)
    return "<line class=\"message lost\" x1=\"\(x(column(lane)))\" y1=\"\(y(number))\" "
      + "x2=\"\(end)\" y2=\"\(height)\"/>"
      + "<text class=\"lost\" x=\"\(end)\" y=\"\(height + 5)\">✗</text>"
  }

  private func event(_ number: Int, _ line: Timeline.Line) -> String {
    let (x, y) = (x(column(line.lane)), y(number))
    var kind = "event"
    if line.violation != nil { kind += " broken" }
    if !line.operations.filter({ suspects.contains($0) }).isEmpty { kind += " suspect" }
    let words = line.text.count > 46 ? String(line.text.prefix(45)) + "…" : line.text
    let label = "\(line.time) \(events.name(of: line.lane)): \(line.text)"
    return
      "<g class=\"\(kind)\" role=\"listitem\" tabindex=\"0\" aria-label=\"\(Self.escaped(label))\" "
      + "data-when=\"\(line.time) \(Self.escaped(events.name(of: line.lane)))\" "
      + "data-what=\"\(Self.escaped(line.text))\" data-why=\"\(Self.escaped(line.why))\">"
      + "<text class=\"time\" x=\"4\" y=\"\(y + 4)\">\(line.time)</text>"
      + "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"5\"/>"
      + "<text class=\"words\" x=\"\(x + 9)\" y=\"\(y + 4)\">\(Self.escaped(words))</text></g>"
  }

  /// The operations that the violations concern.
  private var suspects: Set<Timeline.OperationName> {
    Set(
      events.lines.filter { $0.violation != nil }.flatMap(\.operations).filter { $0.sequence > 0 })
  }

  // MARK: Rows

  /// What the server has decided, and which devices have it; differences are highlighted.
  private var rows: String {
    let heads = events.deviceNames.map { "<th>\(Self.escaped($0))</th>" }.joined()
    let body = events.rows.map { row -> String in
      let cells = events.deviceNames.indices.map { device -> String in
        switch row.devices[device] {
        case .same?: "<td>✓</td>"
        case .inSnapshot?: "<td title=\"in a snapshot\">(✓)</td>"
        case .other(let content)?: "<td class=\"differs\">\(Self.escaped(content))</td>"
        case .missing? where row.isLost: "<td></td>"
        case .missing?: "<td class=\"differs\">missing</td>"
        case nil: "<td></td>"
        }
      }
      let kind = suspects.contains(row.name) ? " class=\"suspect\"" : ""
      return "<tr\(kind)><td>\(row.scope)</td><td>\(row.position)</td>"
        + "<td>\(Self.escaped(row.text))</td><td>\(Self.escaped(row.content))</td>"
        + "<td>\(Self.escaped(row.verdict))"
        + "\(row.isLost ? "; lost in a failover" : "")</td>"
        + cells.joined() + "</tr>"
    }
    return "<table><thead><tr><th>scope</th><th>position</th><th>operation</th>"
      + "<th>content</th><th>verdict</th>"
      + "\(heads)</tr></thead><tbody>\(body.joined(separator: "\n"))</tbody></table>"
  }

  // MARK: Appearance

  /// A text as HTML.
  public static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// The look of a timeline.
  public static let style = """
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #1d2330; background: #fff; }
    h1 { font-size: 1.35rem; } h2 { font-size: 1.05rem; } .hint { color: #5a6472; }
    .page { display: flex; gap: 1.5rem; align-items: flex-start; }
    .timeline { overflow-x: auto; border: 1px solid #d6dbe3; border-radius: 8px; }
    aside { position: sticky; top: 1rem; width: 20rem; flex: none; padding: 0 1rem 1rem;
      border: 1px solid #d6dbe3; border-radius: 8px; overflow-wrap: anywhere; }
    svg text { font-size: 12px; fill: #1d2330; } 
    svg .name { font-weight: 600; text-anchor: middle; }
    svg .time { fill: #5a6472; font-size: 11px; } svg .lane { stroke: #d6dbe3; }
    svg .words { paint-order: stroke; stroke: #fff; stroke-width: 4px; }
    svg .message { stroke: #2f6fdb; stroke-width: 1.5; } svg .answer { stroke: #178a58; }
    svg line.lost { stroke: #b3261e; stroke-dasharray: 4 3; } svg text.lost { fill: #b3261e; }
    svg .event circle { fill: #44506a; } svg .event { outline: none; cursor: pointer; }
    svg .event:focus circle { stroke: #e58a00; stroke-width: 5px; }
    svg .suspect circle { fill: #e58a00; } svg .broken circle { fill: #b3261e; }
    svg .broken .words { fill: #b3261e; font-weight: 600; }
    table { border-collapse: collapse; } td, th { padding: .25rem .6rem; border: 1px solid #d6dbe3;
      text-align: left; font-size: 13px; } .differs { background: #fde7e5; }
    tr.suspect td { font-weight: 600; }
    @media (prefers-color-scheme: dark) {
      body { background: #14171d; color: #e6e9ef; } svg text { fill: #e6e9ef; }
      svg .words { stroke: #14171d; } svg .event circle { fill: #9fb0d0; }
      .hint, svg .time { color: #9aa5b5; fill: #9aa5b5; } .differs { background: #4a2320; }
    }
    """

  /// Moves from event to event.
  public static let script = """
    const events = [...document.querySelectorAll('.event')];
    const show = event => {
      for (const part of ['when', 'what', 'why'])
        document.getElementById(part).textContent = event.dataset[part];
    };
    events.forEach((event, place) => {
      event.addEventListener('focus', () => show(event));
      event.addEventListener('click', () => event.focus());
      event.addEventListener('keydown', key => {
        const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[key.key];
        if (!step) return;
        key.preventDefault();
        events[Math.min(events.length - 1, Math.max(0, place + step))].focus();
      });
    });
    (document.querySelector('.broken') ?? events[0])?.focus({ preventScroll: true });
    """
}
