import Metrics

/// Shares as percentages, with as many digits as their target needs to be told from its neighbors.
struct PercentText {
  /// Digits after the point.
  let digits: Int

  /// One digit more than the target itself is given with: 85 % → 86.2 %, 99.9 % → 99.95 %.
  init(target: Double?) {
    guard let target else {
      digits = 1
      return
    }
    digits = Self.digits(of: target) + 1
  }

  /// A share in percent, without the sign.
  ///
  /// Only nothing reads 0 and only everything reads 100: rounding must not hide the last case.
  func number(_ share: Double) -> String {
    let whole = 100 * NumberText.power(digits)
    var units = Int64(share * Double(whole) + 0.5)
    if share > 0 { units = max(units, 1) }
    if share < 1 { units = min(units, whole - 1) }
    return NumberText.fixed(units: units, digits: digits)
  }

  /// A round share, such as a target, in percent with just the digits it needs.
  static func shortest(_ share: Double) -> String {
    NumberText.fixed(share * 100, digits: digits(of: share))
  }

  /// How many digits after the point a target has in percent; at most three.
  private static func digits(of target: Double) -> Int {
    (0..<3).first { digits in
      let scaled = target * 100 * Double(NumberText.power(digits))
      return abs(scaled - Double(Int64(scaled + 0.5))) < 1e-6
    } ?? 3
  }
}
