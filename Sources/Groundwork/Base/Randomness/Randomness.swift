/// The randomness of one run: every draw is a pure function of its address under the seed.
///
/// Two runs with one seed share every draw that both of them make, whatever else differs between
/// them, so a comparison of two policies compares the policies and not the luck.
public struct Randomness: BitwiseCopyable, Sendable, Codable {
  /// The seed, all of it: nothing else distinguishes one run's draws from another's.
  public let seed: UInt64

  @inlinable
  public init(seed: UInt64) {
    self.seed = seed
  }

  /// The draw for `purpose` of `who` on `day`; `slot` separates repeated draws of one decision.
  ///
  /// Complexity: one block.
  @inlinable
  public func draw(_ purpose: RandomPurpose, who: UInt64, day: Int32, slot: UInt16 = 0)
    -> RandomBits
  {
    RandomBits(
      block: Philox4x32.block(
        counter: Self.counter(purpose, who: who, day: day, slot: slot), key: key))
  }

  /// The draws for four decisions of `who` on `day`, the same as one by one and twice as fast.
  @inlinable
  public func draws(
    _ first: RandomPurpose, _ second: RandomPurpose, _ third: RandomPurpose,
    _ fourth: RandomPurpose, who: UInt64,
    day: Int32
  ) -> (RandomBits, RandomBits, RandomBits, RandomBits) {
    let blocks = Philox4x32.blocks(
      counters: Self.counter(first, who: who, day: day, slot: 0),
      Self.counter(second, who: who, day: day, slot: 0),
      Self.counter(third, who: who, day: day, slot: 0),
      Self.counter(fourth, who: who, day: day, slot: 0),
      key: key)
    return (
      RandomBits(block: blocks.0), RandomBits(block: blocks.1), RandomBits(block: blocks.2),
      RandomBits(block: blocks.3)
    )
  }

  /// The parts of the address side by side: they never overlap, so no two addresses share a block.
  @inlinable @inline(__always)
  static func counter(_ purpose: RandomPurpose, who: UInt64, day: Int32, slot: UInt16) -> SIMD4<
    UInt32
  > {
    SIMD4(
      UInt32(truncatingIfNeeded: who), UInt32(truncatingIfNeeded: who &>> 32),
      UInt32(bitPattern: day), UInt32(purpose.id) &<< 16 | UInt32(slot))
  }

  @inlinable
  var key: SIMD2<UInt32> {
    SIMD2(UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed &>> 32))
  }
}
