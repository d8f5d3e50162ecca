/// Random numbers for tests, the same in every run: a seed and a position in its sequence of draws.
///
/// The draws are those of `Randomness`, which is slow in unoptimized builds; so the ten rounds of
/// Philox4x32 are written out here with plain numbers (`DiceTests` compares them), and a draw gives
/// eight rolls.
struct Dice {
  private let seed: UInt64
  private var draws: UInt64 = 0
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var rollsLeft = 0

  init(seed: UInt64) {
    self.seed = seed
  }

  /// A number from 0 up to `sides`, exclusive.
  mutating func roll(_ sides: Int) -> Int {
    if rollsLeft == 0 { draw() }
    rollsLeft -= 1
    // The highest sixteen bits of the second word, then those of the first, and so on downwards.
    let word = rollsLeft & 1 == 1 ? second : first
    let bits = word &>> UInt64((rollsLeft &>> 1) * 16) & 0xFFFF
    return (Int(bits) * sides) >> 16
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

  mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    roll(denominator) < numerator
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var shuffled = elements
    for index in shuffled.indices.dropFirst() {
      shuffled.swapAt(index, roll(index + 1))
    }
    return shuffled
  }
}
