import Base
import Testing

@testable import Benchmarking

@Suite("The reference model")
struct ReferenceModelTests {
  /// One person after the other, as Benchmarks/Peers/README.md says it.
  private func openingsOneByOne(people: Int, days: Int, seed: UInt32) -> Int {
    var openings = 0
    for person in 0..<people {
      var (habit, streak) = (0.5, 0)
      for day in 0..<days {
        let weekday = day % 7 < 5 ? 0.3 : 0
        let logit = -1 + 2 * habit + 0.05 * Double(min(streak, 20)) + weekday
        let block = Philox4x32.block(
          counter: SIMD4(UInt32(person / 2), UInt32(day), 0, 0), key: SIMD2(seed, 0))
        let (high, low) =
          person.isMultiple(of: 2) ? (block.x, block.y) : (block.z, block.w)
        let draw = Double((UInt64(high) << 32 | UInt64(low)) >> 11) / 0x1p53
        let opens = draw < 1 / (1 + Mathematics.exp(-logit))
        habit += 0.1 * ((opens ? 1 : 0) - habit)
        streak = opens ? streak + 1 : 0
        openings += opens ? 1 : 0
      }
    }
    return openings
  }

  @Test(
    "has as many openings side by side as one person after the other",
    arguments: [(1, 30), (7, 30), (8, 30), (9, 31), (1_000, 90)])
  func sideBySide(people: Int, days: Int) {
    let model = ReferenceModel(people: people, days: days, seed: 7)
    #expect(model.openings() == openingsOneByOne(people: people, days: days, seed: 7))
  }

  @Test("opens the app as often as an implementation in Python does, on 62.7 % of the days")
  func share() {
    let share =
      Double(ReferenceModel(people: 20_000, days: 90, seed: 1).openings()) / (20_000 * 90)
    #expect(abs(share - 0.627) < 0.01, "\(share)")
  }
}
