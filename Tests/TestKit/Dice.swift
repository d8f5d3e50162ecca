/// Random choices for tests, the same in every run.
///
/// The draws are those of `Randomness`, but in plain arithmetic, because its vectors are slow in
/// unoptimized builds: the ten rounds of Philox4x32 (`DiceTests` compares). A draw serves eight
/// rolls. For numbers that a script in another language draws too, use `SplitMix64`.
public struct Dice {
  private let seed: UInt64
  private var draws: UInt64 = 0
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var rollsLeft = 0

  public init(seed: UInt64) {
    self.seed = seed
  }

  /// A number from 0 to `sides` exclusive, which is at most 65,536.
  public mutating func roll(_ sides: Int) -> Int {
    if rollsLeft == 0 { draw() }
    rollsLeft -= 1
    // The highest sixteen bits of the second word, then those of the first, and so on downwards.
    let word = rollsLeft & 1 == 1 ? second : first
    let bits = word &>> UInt64((rollsLeft &>> 1) * 16) & 0xFFFF
    return (Int(bits) * sides) >> 16
  }

  /// 64 random bits, from a draw of their own.
  public mutating func bits() -> UInt64 {
    draw()
    rollsLeft = 0
    return first
  }

  private mutating func draw() {
    draws += 1
    let low: UInt64 = 0xFFFF_FFFF
    var (x, y, z, w) = (draws & low, draws &>> 32, 0 as UInt64, 1 &<< 16 as UInt64)
    var (key, otherKey) = (seed & low, seed &>> 32)
    for _ in 0..<10 {
      let (left, right) = (x &* 0xD251_1F53, z &* 0xCD9E_8D57)
      (x, y, z, w) = (
        right &>> 32 ^ y ^ key, right & low, left &>> 32 ^ w ^ otherKey, left & low
      )
      key = (key &+ 0x9E37_79B9) & low
      otherKey = (otherKey &+ 0xBB67_AE85) & low
    }
    first = y &<< 32 | x
    second = w &<< 32 | z
    rollsLeft = 8
  }

  public mutating func flip() -> Bool { roll(2) == 1 }

  public mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    roll(denominator) < numerator
  }

  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }

  public mutating func pick<Choice: CaseIterable>(_ type: Choice.Type) -> Choice {
    pick(Array(type.allCases))
  }

  /// A number of a range, often one at its ends.
  public mutating func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
    if roll(4) == 0 { return flip() ? range.lowerBound : range.upperBound }
    let size = Number.Magnitude(truncatingIfNeeded: range.upperBound &- range.lowerBound)
    let drawn = Number.Magnitude(truncatingIfNeeded: bits())
    return range.lowerBound
      &+ Number(truncatingIfNeeded: size == .max ? drawn : drawn % (size + 1))
  }

  public mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    number(Number.min...Number.max)
  }

  public mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var shuffled = elements
    for index in shuffled.indices.dropFirst() {
      shuffled.swapAt(index, roll(index + 1))
    }
    return shuffled
  }
}
