import Benchmarking

/// Numbers of measurements as text.
enum BenchmarkNumbers {
  /// A value of a figure, with as many decimals as it needs.
  static func value(_ value: Double?, _ figure: BenchmarkFigure) -> String {
    guard let value, value.isFinite, value.magnitude < 1e15 else { return NumberText.missing }
    return NumberText.fixed(value, digits: figure.digits)
  }

  /// A ratio as a change: `+3.2 %`.
  static func change(_ ratio: Double) -> String {
    let percent = (ratio - 1) * 100
    guard percent.isFinite, percent.magnitude < 1e12 else { return NumberText.missing }
    let text = NumberText.fixed(percent, digits: 2)
    return (text.hasPrefix("-") || text == "0.00" ? "" : "+") + text + " %"
  }

  /// A share as a percentage: `4.1 %`.
  static func share(_ share: Double) -> String {
    NumberText.fixed(min(share, 1e9) * 100, digits: 2) + " %"
  }

  static func interval(_ interval: RatioInterval?) -> String {
    guard let interval else { return "" }
    return "\(change(interval.lower)) to \(change(interval.upper))"
  }

  /// The change as a cell: `~` when the measurements show no difference.
  static func cell(_ change: FigureChange) -> String {
    if let obstacle = change.obstacle { return obstacle }
    guard change.isShown, let ratio = change.ratio else { return "~" }
    return Self.change(ratio)
  }

  /// How many samples each side has: `10+10`; nothing for a count.
  static func samples(_ change: FigureChange) -> String {
    change.figure.kind == .sampled ? "\(change.samples.old)+\(change.samples.new)" : ""
  }
}
