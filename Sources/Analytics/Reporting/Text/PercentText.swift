import Metrics

/// Shares as percentages, with enough digits to distinguish a value from its target.
struct PercentText {
  /// Digits after the point.
  let digits: Int

  /// One digit more than the target has: 85 % → 86.2 %, 99.9 % → 99.95 %.
  init(target: Double?) {
    guard let target else {
      digits = 1
      return
    }
    digits = Self.digits(of: target) + 1
  }

  /// A share in percent, without the sign.
  ///
  /// Prints 0 and 100 only for exactly 0 and 1, so that rounding never hides a remaining case.
  func number(_ share: Double) -> String {
    let whole = 100 * NumberText.power(digits)
    var units = Int64(share * Double(whole) + 0.5)
    if share > 0 { units = max(units, 1) }
    if share < 1 { units = min(units, whole - 1) }
    return NumberText.fixed(units: units, digits: digits)
  }

  /// A round share, such as a target, in percent with only the digits it needs.
  static func shortest(_ share: Double) -> String {
    NumberText.fixed(share * 100, digits: digits(of: share))
  }

  /// The number of decimals of a target in percent; at most three.
  private static func digits(of target: Double) -> Int {
    (0..<3).first { digits in
      let scaled = target * 100 * Double(NumberText.power(digits))
      return abs(scaled - Double(Int64(scaled + 0.5))) < 1e-6
    } ?? 3
  }
}
