import Base

/// Random numbers for tests, the same in every run.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func bits() -> UInt64 {
    state &+= 1
    return Digest128.mix(state, 0x5eed, 0, 0).first
  }

  /// A number from 0 up to `sides`, which is left out.
  mutating func roll(_ sides: Int) -> Int { Int(bits() % UInt64(sides)) }

  mutating func flip() -> Bool { bits() & 1 == 1 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }

  mutating func pick<Choice: CaseIterable>(_ type: Choice.Type) -> Choice {
    pick(Array(type.allCases))
  }

  /// A number of a range, often one at its ends.
  mutating func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
    if roll(4) == 0 { return flip() ? range.lowerBound : range.upperBound }
    let size = Number.Magnitude(truncatingIfNeeded: range.upperBound &- range.lowerBound)
    let drawn = Number.Magnitude(truncatingIfNeeded: bits())
    return range.lowerBound
      &+ Number(truncatingIfNeeded: size == .max ? drawn : drawn % (size + 1))
  }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    number(Number.min...Number.max)
  }
}
