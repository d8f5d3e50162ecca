/// An exact sum of products of 128-bit numbers, in 256 bits.
///
/// The variance of a ratio is a small difference of large numbers: if all clusters have the same
/// ratio, nothing is left of it. In floating point something would be.
struct WideSum: Hashable, Sendable {
  private(set) var high: Int128 = 0
  private(set) var low: UInt128 = 0

  /// Adds `first` × `second`.
  mutating func add(_ first: Int128, times second: Int128) {
    let product = first.multipliedFullWidth(by: second)
    let (sum, carries) = low.addingReportingOverflow(product.low)
    low = sum
    let (top, overflows) = high.addingReportingOverflow(product.high)
    precondition(!overflows, "a sum of products exceeds 256 bits")
    high = top + (carries ? 1 : 0)
  }

  /// The nearest number in floating point, but for the last bit.
  var value: Double {
    // A negative sum that fits into the low word would lose its digits against 2¹²⁸.
    if high == -1 && low > UInt128.max / 2 { return -Double(UInt128.max - low) - 1 }
    if high == 0, low <= UInt128(Int64.max) { return Double(Int64(truncatingIfNeeded: low)) }
    return Double(high) * 0x1p128 + Double(low)
  }
}

extension Double {
  /// The nearest number. Most sums fit into 64 bits, and the standard library converts wider ones
  /// by a generic algorithm that takes thousands of instructions.
  init(nearest number: Int128) {
    let low = Int64(truncatingIfNeeded: number)
    self = Int128(low) == number ? Double(low) : Double(number)
  }
}
