extension RandomBits {
  /// A whole number below `bound`, every one exactly as likely as any other.
  @inlinable
  public func integer(below bound: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: integer(below: UInt64(bound)))
  }

  /// A whole number in `range`, every one exactly as likely as any other.
  @inlinable
  public func integer(in range: ClosedRange<Int>) -> Int {
    let span = UInt64(truncatingIfNeeded: range.upperBound &- range.lowerBound)
    // All 2^64 integers: their count has no representation, and any word is a valid result.
    if span == .max { return Int(truncatingIfNeeded: first) }
    return range.lowerBound &+ Int(truncatingIfNeeded: integer(below: span &+ 1))
  }

  /// A whole number below `bound`, every one exactly as likely as any other.
  ///
  /// The upper half of word × bound is the result, unless the lower half is among the 2^64 mod
  /// `bound` values that favor some results (Lemire, "Fast Random Integer Generation in an
  /// Interval", 2019). Then the second word is used, and after it fresh bits.
  @inlinable
  public func integer(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "there is no whole number below zero to draw")
    let product = first.multipliedFullWidth(by: bound)
    // The remainder is below the bound, so almost every draw ends here without a division.
    return product.low >= bound ? product.high : integerByRejection(below: bound)
  }

  @usableFromInline
  func integerByRejection(below bound: UInt64) -> UInt64 {
    let excess = (0 &- bound) % bound
    var draw = self
    while true {
      let first = draw.first.multipliedFullWidth(by: bound)
      if first.low >= excess { return first.high }
      let second = draw.second.multipliedFullWidth(by: bound)
      if second.low >= excess { return second.high }
      draw = draw.renewed
    }
  }
}
