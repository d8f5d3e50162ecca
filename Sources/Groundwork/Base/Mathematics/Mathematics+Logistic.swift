extension Mathematics {
  /// 1 / (1 + e^-x): the probability whose log-odds are `x`. Error: at most 0.75 ulp.
  @inlinable
  public static func logistic(_ x: Double) -> Double {
    guard x.magnitude < 40 else {
      // Above, 1 is the nearest number; below, 1 + e^x is 1 to the last place.
      return x > 0 ? 1 : exp(x)
    }
    // Of e^-x and e^x the one below 1, as two numbers; so is everything made of it.
    let (power, value, rest) = exponential(-x.magnitude, tail: 0)
    let scale = powerOfTwo(power)
    let odds = sum(value * scale, rest * scale)
    let whole = sum(1, odds.value)
    let (top, topRest) = x < 0 ? odds : (1, 0)
    let result = quotient(top, topRest, by: whole.value, whole.rest + odds.rest)
    return result.value + result.rest
  }

  /// ln(p / (1 − p)): the log-odds of the probability `p`. Error: at most 0.85 ulp.
  @inlinable
  public static func logit(_ p: Double) -> Double {
    // 2 artanh(2p − 1), whose argument is exact here and small enough for the series.
    if p > 0.415 && p < 0.585 {
      let s = 2 * p - 1
      return 2 * s + s * artanhSeries(s * s)
    }
    guard p > 0 && p < 1 else { return p == 0 ? -.infinity : p == 1 ? .infinity : .nan }
    // Below 2^-60 the odds are the probability itself.
    if p < 0x1p-60 { return log(p) }
    let (rest, lost) = sum(1, -p)
    let odds = quotient(p, 0, by: rest, lost)
    let (power, fraction) = parts(of: odds.value)
    return logarithm(power: power, excess: fraction - 1, tail: odds.rest / odds.value)
  }
}
