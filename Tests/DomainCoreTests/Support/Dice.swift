import Base

/// Random numbers for tests, the same in every run: a seed and a place in its row of draws.
///
/// A draw serves eight rolls, because unoptimised builds draw slowly.
struct Dice {
  private let randomness: Randomness
  private var draws: UInt64 = 0
  private var words: [UInt16] = []

  init(seed: UInt64) {
    randomness = Randomness(seed: seed)
  }

  /// A number from 0 up to `sides`, which is left out.
  mutating func roll(_ sides: Int) -> Int {
    if words.isEmpty {
      draws += 1
      let draw = randomness.draw(Decision(1), who: draws, day: 0)
      for shift in stride(from: 0, to: 64, by: 16) {
        words.append(UInt16(truncatingIfNeeded: draw.first >> UInt64(shift)))
        words.append(UInt16(truncatingIfNeeded: draw.second >> UInt64(shift)))
      }
    }
    return (Int(words.removeLast()) * sides) >> 16
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
