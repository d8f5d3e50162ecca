extension Mathematics {
  /// a × b without error, as a rounded product and what the rounding lost.
  ///
  /// The factors are cut into halves short enough for their products to be exact (Dekker, 1971).
  @inlinable @inline(__always)
  static func product(_ a: Double, _ b: Double) -> (value: Double, rest: Double) {
    let value = a * b
    let (aHigh, bHigh) = (upperHalf(a), upperHalf(b))
    let (aLow, bLow) = (a - aHigh, b - bHigh)
    let rest = ((aHigh * bHigh - value) + aHigh * bLow + aLow * bHigh) + aLow * bLow
    return (value, rest)
  }

  /// a + b without error, as a rounded sum and what the rounding lost; |a| ≥ |b| or a = 0.
  @inlinable @inline(__always)
  static func sum(_ a: Double, _ b: Double) -> (value: Double, rest: Double) {
    let value = a + b
    return (value, b - (value - a))
  }

  /// (n + nRest) / (d + dRest), to about a hundred bits.
  @inlinable @inline(__always)
  static func quotient(
    _ n: Double, _ nRest: Double, by d: Double, _ dRest: Double
  ) -> (value: Double, rest: Double) {
    let value = n / d
    let back = product(value, d)
    return (value, (((n - back.value) - back.rest) + (nRest - value * dRest)) / d)
  }

  /// The upper 26 bits of the fraction: the lower half of the word holds the rest, but for a bit.
  @inlinable @inline(__always)
  static func upperHalf(_ x: Double) -> Double {
    Double(bitPattern: x.bitPattern & 0xFFFF_FFFF_F800_0000)
  }
}
