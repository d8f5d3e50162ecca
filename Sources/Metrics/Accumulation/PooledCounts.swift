/// The numerators and denominators of every pooled ratio of one side.
struct PooledCounts: Hashable, Sendable {
  /// A lane for each part, so that all are added in a few instructions.
  private var lanes = SIMD8<Int64>.zero

  func numerator(_ ratio: PooledRatio) -> Int64 { lanes[2 * ratio.rawValue] }

  func denominator(_ ratio: PooledRatio) -> Int64 { lanes[2 * ratio.rawValue + 1] }

  mutating func add(_ ratio: PooledRatio, numerator: Int64, denominator: Int64) {
    lanes[2 * ratio.rawValue] += numerator
    lanes[2 * ratio.rawValue + 1] += denominator
  }

  @inline(__always)
  mutating func add(_ other: PooledCounts) {
    lanes &+= other.lanes
  }

  /// Adds the counts of one household as often as it weighs.
  ///
  /// It reads 32 bits of each count, because vectors of wider numbers have no multiplication in
  /// the instructions every machine has; `fitsHousehold` says that this is all of it.
  @inline(__always)
  mutating func add(_ household: PooledCounts, times weight: UInt32) {
    let narrow = household.lanes & Self.narrowMask
    lanes &+= narrow &* (SIMD8(repeating: Int64(weight)) & Self.narrowMask)
  }

  /// Whether no count is too large to be one household's.
  var fitsHousehold: Bool {
    lanes & ~Self.narrowMask == .zero
  }

  private static var narrowMask: SIMD8<Int64> { SIMD8(repeating: Int64(UInt32.max)) }
}
