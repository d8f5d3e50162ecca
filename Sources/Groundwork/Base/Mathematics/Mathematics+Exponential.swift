extension Mathematics {
  /// e to the power `x`. Error: at most 0.75 ulp.
  @inlinable
  public static func exp(_ x: Double) -> Double {
    guard x.magnitude < 708 else { return exponentialAtTheEdge(x, tail: 0) }
    let (power, value, rest) = exponential(x, tail: 0)
    return Double(bitPattern: (value + rest).bitPattern &+ UInt64(bitPattern: power &<< 52))
  }

  /// e to the power `x + tail` as 2^power × (value + rest), for |x| up to 2^20.
  ///
  /// The power of two comes off first, which leaves |r| ≤ ½ ln 2 for a polynomial (minimax, error
  /// 2^-62). `value` is 1 + r rounded, and `rest` holds what the rounding lost together with the
  /// terms from r² on, so that the only error that counts is in adding the two.
  @inlinable @inline(__always)
  static func exponential(
    _ x: Double, tail: Double
  ) -> (power: Int64, value: Double, rest: Double) {
    // Adding 1.5 × 2^52 rounds to a whole number, which then stands in the lowest bits.
    let anchor = 0x1.8p52
    let anchored = x * 0x1.7154_7652_b82fep0 + anchor
    let power = Int64(bitPattern: anchored.bitPattern &- anchor.bitPattern)
    let count = anchored - anchor
    let high = x - count * ln2High
    let low = count * ln2Low - tail
    let r = high - low
    let lost = (high - r) - low
    let square = r * r
    let fourth = square * square
    let p0 = 0x1.5555_5555_55558p-3 + r * 0x1.5555_5555_55556p-5
    let p2 = 0x1.1111_1111_0f7efp-7 + r * 0x1.6c16_c16c_15dbbp-10
    let p4 = 0x1.a01a_01b0_15fc1p-13 + r * 0x1.a01a_01a9_3bcfdp-16
    let p6 = 0x1.71dd_f698_34cdap-19 + r * 0x1.27e4_d4c4_0d23fp-22
    let p8 = 0x1.af63_5f16_ead2dp-26 + r * 0x1.1f7f_45b3_e0a0dp-29
    let cubic = (p0 + square * p2) + fourth * ((p4 + square * p6) + fourth * p8)
    let value = 1 + r
    let rest = ((1 - value) + r) + (square * (0.5 + r * cubic) + (lost + lost * r))
    return (power, value, rest)
  }

  /// e to the power `x + tail` where it may leave the range of normal numbers.
  @usableFromInline
  static func exponentialAtTheEdge(_ x: Double, tail: Double) -> Double {
    if x.isNaN { return x }
    if x > 710 { return .infinity }
    if x < -746 { return 0 }
    let (power, value, rest) = exponential(x, tail: tail)
    // In two steps, because 2^power itself may be too large or too small to exist.
    let half = power / 2
    return (value + rest) * powerOfTwo(half) * powerOfTwo(power - half)
  }

  @inlinable @inline(__always)
  static func powerOfTwo(_ power: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: (power &+ 1023) &<< 52))
  }
}
