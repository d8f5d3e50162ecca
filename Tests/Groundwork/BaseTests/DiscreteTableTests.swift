import Testing

@testable import Base

@Suite("Draws from a table of weights")
struct DiscreteTableTests {
  private let randomness = Randomness(seed: 77)

  private func counts(_ table: DiscreteTable, draws: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: table.count)
    for who in 0..<draws {
      let draw = randomness.draw(RandomPurpose(1), who: UInt64(who), day: 0)
      counts[draw.index(in: table)] += 1
    }
    return counts
  }

  @Test(
    "Indices come as often as their weights say",
    arguments: [
      [1], [1, 1], [1, 2, 3, 4], [0.05, 0.9, 0.05], (1...300).map { Double($0) },
      (0..<40).map { 1 / Double($0 + 1) },
    ])
  func frequencies(weights: [Double]) {
    let counts = counts(DiscreteTable(weights: weights), draws: 60_000)
    guard weights.count > 1 else { return #expect(counts == [60_000]) }
    let sum = weights.reduce(0, +)
    let deviations = Statistics.chiSquareDeviations(
      observed: counts, probabilities: weights.map { $0 / sum })
    #expect(abs(deviations) < 3.3)
  }

  @Test("An index without weight is never drawn, wherever it stands")
  func zeroWeights() {
    let counts = counts(DiscreteTable(weights: [0, 0, 2, 0, 1, 0, 0]), draws: 5000)
    #expect(counts[2] > 3000 && counts[4] > 1400)
    #expect(counts[2] + counts[4] == 5000)
    let table = DiscreteTable(weights: [0, 0, 2, 0, 1, 0, 0])
    #expect(RandomBits(first: 0, second: 0).index(in: table) == 2)
    #expect(RandomBits(first: .max, second: 0).index(in: table) == 4)
  }

  @Test("Every draw agrees with the thresholds, at each border and beside it")
  func borders() {
    let weights = (0..<100).map { Double(($0 * 37 + 11) % 23) }
    let table = DiscreteTable(weights: weights)
    for (index, threshold) in table.thresholds.enumerated() {
      for bits in [threshold &- 1, threshold] where bits < 1 << 63 {
        let expected = table.thresholds.firstIndex { $0 > bits }
        #expect(
          RandomBits(first: bits << 1, second: 0).index(in: table) == expected, "border \(index)")
      }
    }
  }
}
