/// How often values were at most each of some bounds, as Prometheus counts them.
struct ServiceHistogram {
  private let bounds: [Double]
  private var counts: [UInt64]
  private var sum = 0.0
  private var count: UInt64 = 0

  init(_ bounds: [Double]) {
    self.bounds = bounds
    counts = [UInt64](repeating: 0, count: bounds.count)
  }

  mutating func add(_ value: Double) {
    count += 1
    sum += value
    if let place = bounds.firstIndex(where: { value <= $0 }) { counts[place] += 1 }
  }

  func lines(_ name: String, _ help: String) -> String {
    var lines = "# HELP \(name) \(help)\n# TYPE \(name) histogram\n"
    var below: UInt64 = 0
    for (bound, count) in zip(bounds, counts) {
      below += count
      lines += "\(name)_bucket{le=\"\(Self.text(bound))\"} \(below)\n"
    }
    lines += "\(name)_bucket{le=\"+Inf\"} \(count)\n"
    return lines + "\(name)_sum \(sum)\n\(name)_count \(count)\n"
  }

  private static func text(_ bound: Double) -> String {
    bound == bound.rounded() ? String(Int(bound)) : bound.description
  }
}
