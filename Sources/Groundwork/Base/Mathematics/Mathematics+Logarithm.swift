extension Mathematics {
  /// The natural logarithm of `x`. Error: at most 0.85 ulp.
  @inlinable
  public static func log(_ x: Double) -> Double {
    guard x >= .leastNormalMagnitude && x < .infinity else { return logarithmAtTheEdge(x) }
    let (power, fraction) = parts(of: x)
    return logarithm(power: power, excess: fraction - 1, tail: 0)
  }

  /// The natural logarithm of 1 + `x`, accurate where `x` is small. Error: at most 0.85 ulp.
  @inlinable
  public static func log1p(_ x: Double) -> Double {
    // Here 1 + x is between √½ and √2, and x itself is the kernel's argument.
    if x > -0.29 && x < 0.41 { return x == 0 ? x : logarithm(power: 0, excess: x, tail: 0) }
    guard x > -1 && x < .infinity else { return logarithmAtTheEdge(1 + x) }
    let sum = 1 + x
    let lost = x > 1 ? 1 - (sum - x) : x - (sum - 1)
    let (power, fraction) = parts(of: sum)
    return logarithm(power: power, excess: fraction - 1, tail: lost / sum)
  }

  /// `power` × ln 2 + ln(1 + `excess`) + `tail`, for √½ ≤ 1 + excess < √2.
  ///
  /// With s = f / (2 + f), ln(1 + f) = 2 artanh s = f − f²/2 + s (f²/2 + R(s²)): f stands apart, so
  /// that errors of the division and of R count for little.
  @inlinable @inline(__always)
  static func logarithm(power: Int64, excess f: Double, tail: Double) -> Double {
    let s = f / (2 + f)
    let halfSquare = 0.5 * f * f
    let count = Double(power)
    let inner = s * (halfSquare + artanhSeries(s * s)) + (count * ln2Low + tail)
    return count * ln2High - ((halfSquare - inner) - f)
  }

  /// 2 artanh(s) / s − 2 as a function of s² ≤ (3 − 2√2)² (minimax, error 2^-59 of the whole).
  @inlinable @inline(__always)
  static func artanhSeries(_ z: Double) -> Double {
    let square = z * z
    let p0 = 0x1.5555_5555_55593p-1 + z * 0x1.9999_9999_7fb8dp-2
    let p2 = 0x1.2492_4942_12bf9p-2 + z * 0x1.c71c_51eb_ac588p-3
    let p4 = 0x1.7466_457a_340e0p-3 + z * 0x1.39a1_0545_0ac88p-3
    return z * (p0 + square * (p2 + square * (p4 + square * 0x1.2f0c_fb8b_89b41p-3)))
  }

  /// A positive normal number as 2^power × fraction, with √½ ≤ fraction < √2.
  @inlinable @inline(__always)
  static func parts(of x: Double) -> (power: Int64, fraction: Double) {
    let rootOfHalf: UInt64 = 0x3FE6_A09E_667F_3BCD
    let power = Int64(bitPattern: x.bitPattern &- rootOfHalf) &>> 52
    return (power, Double(bitPattern: x.bitPattern &- UInt64(bitPattern: power &<< 52)))
  }

  /// The logarithm of what is not a positive normal number.
  @usableFromInline
  static func logarithmAtTheEdge(_ x: Double) -> Double {
    if x == 0 { return -.infinity }
    if x < 0 || x.isNaN { return .nan }
    if x == .infinity { return x }
    let (power, fraction) = parts(of: x * 0x1p54)
    return logarithm(power: power - 54, excess: fraction - 1, tail: 0)
  }
}
