extension Mathematics {
  /// `base` to the power `exponent`, for a base that is not negative. Error: at most 0.75 ulp.
  ///
  /// The exponential turns an absolute error of its argument, which may be 700, into a relative
  /// one of its result; so the logarithm is carried to 68 bits, as two numbers.
  @inlinable
  public static func power(_ base: Double, _ exponent: Double) -> Double {
    guard base > 0 && base < .infinity && exponent.magnitude < 0x1p64 else {
      return powerAtTheEdge(base, exponent)
    }
    let (value, rest) = longLogarithm(base)
    let product = product(exponent, value)
    let tail = product.rest + exponent * rest
    guard product.value.magnitude < 708 else {
      return exponentialAtTheEdge(product.value, tail: tail)
    }
    let result = exponential(product.value, tail: tail)
    return (result.value + result.rest) * powerOfTwo(result.power)
  }

  /// ln `x` as the sum of two numbers, for a positive finite `x`.
  ///
  /// ln(1 + f) = 2s (1 + s²/3 + s⁴/5 + s⁶ T(s²)): the first three terms twice as long as a Double,
  /// T (minimax, error 2^-70 of the whole) as one.
  @usableFromInline
  static func longLogarithm(_ x: Double) -> (value: Double, rest: Double) {
    let subnormal = x < .leastNormalMagnitude
    let (power, fraction) = parts(of: subnormal ? x * 0x1p54 : x)
    let count = Double(subnormal ? power - 54 : power)
    let f = fraction - 1
    let whole = sum(2, f)
    let s = quotient(f, 0, by: whole.value, whole.rest)
    let z = product(s, s)
    // 1/5 + z T(z), then 1/3 + z × that, then 1 + z × that.
    let fifth = sum(0x1.9999_9999_9999ap-3, z.value * logarithmTail(z.value))
    let third = product(z, (fifth.value, fifth.rest - 0x1.9999_9999_9999ap-57))
    let thirdSum = sum(0x1.5555_5555_55555p-2, third.value)
    let series = product(
      z, (thirdSum.value, thirdSum.rest + (third.rest + 0x1.5555_5555_55555p-56)))
    let one = sum(1, series.value)
    let fractionLogarithm = product((2 * s.value, 2 * s.rest), (one.value, one.rest + series.rest))
    let total = sum(count * ln2High, fractionLogarithm.value)
    let rest = total.rest + (fractionLogarithm.rest + count * ln2Low)
    return sum(total.value, rest)
  }

  /// 1/7 + z/9 + z²/11 + … for s² = z ≤ (3 − 2√2)².
  @inline(__always)
  private static func logarithmTail(_ z: Double) -> Double {
    let square = z * z
    let p0 = 0x1.2492_4924_924d5p-3 + z * 0x1.c71c_71c6_f910dp-4
    let p2 = 0x1.745d_1772_baff4p-4 + z * 0x1.3b13_97b3_1e7b8p-4
    let p4 = 0x1.1118_9708_7078cp-4 + z * 0x1.df7f_04b8_4dc80p-5
    return p0 + square * (p2 + square * (p4 + square * 0x1.e053_dff4_94257p-5))
  }

  /// a × b for two-number factors.
  @inline(__always)
  private static func product(
    _ a: (value: Double, rest: Double), _ b: (value: Double, rest: Double)
  ) -> (value: Double, rest: Double) {
    let whole = product(a.value, b.value)
    return sum(whole.value, whole.rest + (a.value * b.rest + a.rest * b.value))
  }

  /// The power where the base or the exponent is zero, infinite, enormous or not a number.
  @usableFromInline
  static func powerAtTheEdge(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 || base == 1 { return 1 }
    if base.isNaN || exponent.isNaN { return .nan }
    precondition(base >= 0, "a real power needs a base that is not negative")
    return (base > 1) == (exponent > 0) ? .infinity : 0
  }
}
