/// The 128 random bits behind one decision.
///
/// Read a draw once, by one of its facets: reading it twice gives two results from the same bits.
public struct RandomBits: BitwiseCopyable, Equatable, Sendable {
  public let first: UInt64
  public let second: UInt64

  @inlinable
  public init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  @inlinable
  public init(block: SIMD4<UInt32>) {
    let words = unsafeBitCast(block, to: SIMD2<UInt64>.self)
    (first, second) = (words.x, words.y)
  }

  /// Fresh bits for the rare reader that uses up both words: the block goes through the generator
  /// once more, under a different key.
  public var renewed: RandomBits {
    let counter = SIMD4<UInt32>(
      UInt32(truncatingIfNeeded: first), UInt32(truncatingIfNeeded: first >> 32),
      UInt32(truncatingIfNeeded: second), UInt32(truncatingIfNeeded: second >> 32))
    return RandomBits(
      block: Philox4x32.block(counter: counter, key: SIMD2(0x7265_6E65, 0x7761_6C73)))
  }
}
