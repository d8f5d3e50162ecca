import Base

/// Random numbers for tests, the same in every run.
struct Dice {
  private let randomness: Randomness
  private var draws: UInt64 = 0

  init(seed: UInt64) {
    randomness = Randomness(seed: seed)
  }

  /// A number from 0 up to `sides`, which is left out.
  mutating func roll(_ sides: Int) -> Int {
    draws += 1
    return Int(randomness.draw(Decision(1), who: draws, day: 0).first % UInt64(sides))
  }

  mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    roll(denominator) < numerator
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }
}
