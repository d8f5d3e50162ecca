// What one word of a draw says, for decisions that answer several small questions at once. Often
// the first word decides whether something happens, and parts of the second say what it is. Parts
// of one word are independent as long as they share no bits.
extension UInt64 {
  /// A number of `count` bits of this word, from bit `lowest` up.
  @inlinable
  public func bits(_ count: Int, from lowest: Int = 0) -> UInt64 {
    (self &>> UInt64(truncatingIfNeeded: lowest)) & (1 &<< UInt64(truncatingIfNeeded: count) &- 1)
  }

  /// One of `count` things, by the remainder: close to even while `count` is far below the range.
  @inlinable
  public func choice(of count: Int) -> Int { Int(self % UInt64(count)) }

  /// A whole number below `bound`, scaled from the upper half of this word.
  @inlinable
  public func scaled(below bound: UInt64) -> UInt64 { (self &>> 32 &* bound) &>> 32 }

  /// A fair coin: the top bit of this word.
  @inlinable
  public var topCoin: Bool { self &>> 63 == 0 }

  /// A fair coin: the lowest bit of this word.
  @inlinable
  public var lowCoin: Bool { self & 1 == 0 }
}

extension RandomBits {
  /// Whether something that happens `count` times in 16 does, by the top four bits of the first
  /// word.
  @inlinable
  public func chance(outOf16 count: UInt64) -> Bool { first.bits(4, from: 60) < count }

  /// A draw for a second question, from the second word alone.
  @inlinable
  public var other: RandomBits { RandomBits(first: second, second: 0) }

  /// A draw for a second question that may need both words.
  @inlinable
  public var swapped: RandomBits { RandomBits(first: second, second: first) }
}
