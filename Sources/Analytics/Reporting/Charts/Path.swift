/// The path of a shape in SVG syntax.
struct Path {
  private(set) var commands = ""

  /// Moves to a point, or draws a line to it.
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

  /// A line through points, interrupted at missing ones.
  static func line(_ points: [(x: Double, y: Double)?]) -> Path {
    var path = Path()
    var isDown = false
    for point in points {
      if let point { path.go(point.x, point.y, draws: isDown) }
      isDown = point != nil
    }
    return path
  }

  /// The area between two lines with the same horizontal positions.
  static func band(_ edges: [(x: Double, lower: Double, upper: Double)]) -> Path {
    guard !edges.isEmpty else { return Path() }
    var path = line(edges.map { ($0.x, $0.upper) })
    for edge in edges.reversed() { path.go(edge.x, edge.lower, draws: true) }
    path.close()
    return path
  }

  /// A coordinate rounded to a tenth of a pixel.
  static func number(_ coordinate: Double) -> String {
    precondition(coordinate.isFinite, "only finite numbers can be written out")
    let tenths = Int64(coordinate.magnitude * 10 + 0.5)
    let whole = String((coordinate < 0 ? -1 : 1) * (tenths / 10))
    if tenths % 10 == 0 { return whole }
    // A value between -1 and 0 has no whole digit that carries the sign.
    return "\(coordinate < 0 && tenths < 10 ? "-" : "")\(whole).\(tenths % 10)"
  }
}
