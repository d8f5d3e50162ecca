/// A linear scale that maps numbers to positions in a chart.
struct LinearScale {
  let domain: ClosedRange<Double>
  /// The positions of the ends of the domain; the first may be larger, as on a vertical axis.
  let from: Double
  let to: Double

  init(_ domain: ClosedRange<Double>, from: Double, to: Double) {
    precondition(domain.lowerBound < domain.upperBound, "a scale needs some length")
    self.domain = domain
    self.from = from
    self.to = to
  }

  func callAsFunction(_ number: Double) -> Double {
    let part = (number - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    return from + part * (to - from)
  }
}

/// Round numbers for the marks of an axis.
enum Ticks {
  /// About `count` round numbers from zero to `largest` or the next one above it.
  static func covering(_ largest: Int64, count: Int64) -> [Int64] {
    let step = roundStep(atLeast: max(1, (largest + count - 1) / count))
    let last = max(1, (largest + step - 1) / step)
    return (0...last).map { $0 * step }
  }

  /// The smallest of 1, 2, 5, 10, 20, 50 … that is at least a number.
  static func roundStep(atLeast number: Int64) -> Int64 {
    var power: Int64 = 1
    while true {
      for step in [1, 2, 5] as [Int64] where step * power >= number { return step * power }
      power *= 10
    }
  }

  /// The days to label on an axis: every few days, or whole weeks.
  static func days(_ days: Int, count: Int) -> [Int] {
    let steps = [1, 2, 7, 14, 28, 56, 84, 168, 364]
    let step = steps.first { (days - 1) / $0 <= count } ?? 364 * ((days - 1) / (364 * count) + 1)
    return Array(stride(from: 0, to: max(days, 1), by: step))
  }
}
