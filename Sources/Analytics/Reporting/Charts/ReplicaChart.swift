/// Families by number of replicas, as bars with their counts on top.
struct ReplicaChart {
  let counts: [ReplicaCount]

  func markup(id: String) -> Markup {
    let frame = ChartFrame(
      width: 360, height: 190, left: 8, right: 8, top: 22, bottom: 26)
    let largest = Double(max(counts.map(\.families).max() ?? 1, 1))
    let up = LinearScale(0...largest, from: frame.bottom, to: frame.top)
    let step = (frame.right - frame.left) / Double(max(counts.count, 1))
    let width = min(step * 0.72, 44)
    var content = [Shape.line("grid", (frame.left, frame.bottom), (frame.right, frame.bottom))]
    for (index, count) in counts.enumerated() {
      let middle = frame.left + step * (Double(index) + 0.5)
      let y = up(Double(count.families))
      content.append(
        Shape.box(
          "bar", (middle - width / 2, y), width: width, height: frame.bottom - y, rounding: 2))
      if counts.count <= 12 {
        let families = NumberText.grouped(count.families)
        content.append(Shape.text("note middle", (middle, y - 6), families))
      }
      if counts.count <= 12 || index % ((counts.count + 11) / 12) == 0 {
        content.append(
          Shape.text("axis middle", (middle, frame.bottom + 18), String(count.replicas)))
      }
    }
    return frame.svg(
      id: id, title: "Families by number of replicas", description: description, content)
  }

  private var description: String {
    counts.map { count in
      let families = NumberText.grouped(count.families)
      let noun = count.families == 1 ? "family has" : "families have"
      return "\(families) \(noun) \(count.replicas)"
    }.joined(separator: "; ") + "."
  }
}
