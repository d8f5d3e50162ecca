import Base
import TestKit
import Testing

@Suite("The dice of the tests")
struct DiceTests {
  @Test("roll what the package's own randomness draws", arguments: [0, 1, 77, UInt64.max - 5])
  func draws(seed: UInt64) {
    var dice = Dice(seed: seed)
    for number in 1...20 as ClosedRange<UInt64> {
      let draw = Randomness(seed: seed).draw(RandomPurpose(1), who: number, day: 0)
      for shift in [48, 32, 16, 0] as [UInt64] {
        for word in [draw.second, draw.first] {
          #expect(dice.roll(65_536) == Int(word >> shift & 0xFFFF))
        }
      }
    }
  }
}
