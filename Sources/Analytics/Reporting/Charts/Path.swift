/// The outline of a shape in a chart, as SVG writes it.
struct Path {
  private(set) var commands = ""

  /// Goes to a point, drawing unless it is the first of a line.
  mutating func go(_ x: Double, _ y: Double, draws: Bool) {
    if !commands.isEmpty { commands += " " }
    commands += draws ? "L" : "M"
    commands += Self.number(x)
    commands += " "
    commands += Self.number(y)
  }

  mutating func close() {
    commands += " Z"
  }

  /// A line through points; where one is missing, the line breaks.
  static func line(_ points: [(x: Double, y: Double)?]) -> Path {
    var path = Path()
    var isDown = false
    for point in points {
      if let point { path.go(point.x, point.y, draws: isDown) }
      isDown = point != nil
    }
    return path
  }

  /// The space between two lines that share their places along the chart.
  static func band(_ edges: [(x: Double, lower: Double, upper: Double)]) -> Path {
    guard !edges.isEmpty else { return Path() }
    var path = line(edges.map { ($0.x, $0.upper) })
    for edge in edges.reversed() { path.go(edge.x, edge.lower, draws: true) }
    path.close()
    return path
  }

  /// A coordinate to a tenth of a pixel, which is finer than anybody sees.
  static func number(_ coordinate: Double) -> String {
    precondition(coordinate.isFinite, "only finite numbers can be written out")
    let tenths = Int64(coordinate.magnitude * 10 + 0.5)
    let whole = String((coordinate < 0 ? -1 : 1) * (tenths / 10))
    if tenths % 10 == 0 { return whole }
    // Less than one below nought has no digit to carry the sign.
    return "\(coordinate < 0 && tenths < 10 ? "-" : "")\(whole).\(tenths % 10)"
  }
}
