/// The randomness of one run: every draw is a pure function of its address under the seed.
///
/// Two runs with one seed share every draw both of them make, whatever else differs between them,
/// so a comparison of two policies compares the policies and not the luck.
public struct Randomness: BitwiseCopyable, Sendable, Codable {
  /// The seed, all of it: nothing else distinguishes one run's draws from another's.
  public let seed: UInt64

  @inlinable
  public init(seed: UInt64) {
    self.seed = seed
  }

  /// The draw for `decision` of `who` on `day`; `slot` tells repeated draws of one decision apart.
  ///
  /// Complexity: one block.
  @inlinable
  public func draw(_ decision: Decision, who: UInt64, day: Int32, slot: UInt16 = 0) -> Draw {
    Draw(
      block: Philox4x32.block(
        counter: Self.counter(decision, who: who, day: day, slot: slot), key: key))
  }

  /// The draws for four decisions of `who` on `day`, the same as one by one and twice as fast.
  @inlinable
  public func draws(
    _ first: Decision, _ second: Decision, _ third: Decision, _ fourth: Decision, who: UInt64,
    day: Int32
  ) -> (Draw, Draw, Draw, Draw) {
    let blocks = Philox4x32.blocks(
      counters: Self.counter(first, who: who, day: day, slot: 0),
      Self.counter(second, who: who, day: day, slot: 0),
      Self.counter(third, who: who, day: day, slot: 0),
      Self.counter(fourth, who: who, day: day, slot: 0),
      key: key)
    return (
      Draw(block: blocks.0), Draw(block: blocks.1), Draw(block: blocks.2), Draw(block: blocks.3)
    )
  }

  /// The parts of the address side by side: they never overlap, so no two addresses share a block.
  @inlinable @inline(__always)
  static func counter(_ decision: Decision, who: UInt64, day: Int32, slot: UInt16) -> SIMD4<UInt32>
  {
    SIMD4(
      UInt32(truncatingIfNeeded: who), UInt32(truncatingIfNeeded: who &>> 32),
      UInt32(bitPattern: day), UInt32(decision.id) &<< 16 | UInt32(slot))
  }

  @inlinable
  var key: SIMD2<UInt32> {
    SIMD2(UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed &>> 32))
  }
}
