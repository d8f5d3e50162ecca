import Metrics

// The numbers of a metric formatted by its form: shares in percent, means with two digits, counts
// as whole numbers.
extension MetricResult {
  /// The format of this metric's shares.
  var shares: PercentText { PercentText(target: target) }

  /// The suffix of its numbers.
  var sign: String { form.isPercent ? " %" : "" }

  /// A value without its percent sign.
  func number(_ value: Double) -> String {
    switch form {
    case .share: shares.number(value)
    case .uplift: NumberText.fixed(value * 100, digits: 1)
    case .mean, .scaled, .difference:
      // Hundredths are noise on values above a thousand.
      NumberText.fixed(value, digits: value.magnitude < 1_000 ? 2 : 0)
    case .count: NumberText.fixed(value, digits: 0)
    case .monthly: NumberText.fixed(value, digits: 1)
    }
  }

  /// A value with its suffix.
  func text(_ value: Double) -> String { number(value) + sign }

  /// A round value, such as a target or the end of a scale.
  func roundText(_ value: Double) -> String {
    if form.isPercent { return PercentText.shortest(value) + sign }
    let digits = (0..<3).first { digits in
      let scaled = value.magnitude * Double(NumberText.power(digits))
      return (scaled - Double(Int64(scaled + 0.5))).magnitude < 1e-6
    }
    return NumberText.fixed(value, digits: digits ?? 3)
  }

  /// The size of a difference, with at least two significant digits.
  func distance(_ difference: Double, points: String = "percentage points") -> String {
    let value = difference.magnitude * (form.isPercent ? 100 : 1)
    var digits = form == .share ? shares.digits : 2
    while digits < 8, value > 0, value * Double(NumberText.power(digits)) < 9.5 { digits += 1 }
    let number = NumberText.fixed(value, digits: digits)
    return form.isPercent ? "\(number) \(points)" : number
  }
}
