import Base

/// Random numbers for tests, the same in every run.
///
/// A draw serves four rolls, because unoptimised builds draw slowly.
struct Dice {
  private let randomness: Randomness
  private var draws: UInt64 = 0
  private var words: [UInt32] = []

  init(seed: UInt64) {
    randomness = Randomness(seed: seed)
  }

  /// A number from 0 up to `sides`, which is left out.
  mutating func roll(_ sides: Int) -> Int {
    if words.isEmpty {
      draws += 1
      let draw = randomness.draw(RandomPurpose(1), who: draws, day: 0)
      words = [draw.first, draw.second].flatMap { [UInt32($0 >> 32), UInt32($0 & 0xFFFF_FFFF)] }
    }
    return Int(words.removeLast()) % sides
  }

  mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    roll(denominator) < numerator
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }
}
