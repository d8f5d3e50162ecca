import Testing

@testable import Base

@Suite("Whole numbers and chances")
struct DrawIntegerTests {
  private func draws(_ count: Int, purpose: UInt16) -> [RandomBits] {
    let randomness = Randomness(seed: 2_026)
    return (0..<count).map { randomness.draw(RandomPurpose(purpose), who: UInt64($0), day: 1) }
  }

  @Test("Whole numbers below a bound are even", arguments: [2, 3, 7, 10, 64, 1000] as [UInt32])
  func integersAreEven(bound: UInt32) {
    var counts = [Int](repeating: 0, count: Int(bound))
    for draw in draws(60_000, purpose: UInt16(bound)) {
      counts[Int(draw.integer(below: bound))] += 1
    }
    let probabilities = [Double](repeating: 1 / Double(bound), count: Int(bound))
    let deviations = Statistics.chiSquareDeviations(observed: counts, probabilities: probabilities)
    #expect(abs(deviations) < 3.3)
  }

  @Test("Words that favor a result are all rejected, the others serve all results equally")
  func refusal() {
    // 2^64 mod 3·2^62 is 2^62: one word in four is rejected, and three in four serve one result
    // each.
    let bound: UInt64 = 3 << 62
    var responses: Set<UInt64> = []
    for word in UInt64(0)..<400 {
      let response = RandomBits(first: word, second: 1 << 63 | 1).integer(below: bound)
      if word % 4 == 0 {
        #expect(response == (1 << 63 | 1 as UInt64).multipliedFullWidth(by: bound).high)
      } else {
        #expect(response == word.multipliedFullWidth(by: bound).high)
        responses.insert(response)
      }
    }
    #expect(responses == Set(0..<300))
  }

  @Test("A draw both of whose words are rejected uses fresh bits")
  func secondRefusal() {
    let bound: UInt64 = 3 << 62
    for word in UInt64(0)..<100 {
      let draw = RandomBits(first: 4 * word, second: 4 * word + 400)
      #expect(draw.renewed != draw)
      #expect(draw.integer(below: bound) == draw.renewed.integer(below: bound))
    }
  }

  @Test("Ranges are drawn to both ends, however wide they are")
  func ranges() {
    let dice = draws(1000, purpose: 1).map { $0.integer(in: -3...2) }
    #expect(Set(dice) == Set(-3...2))
    #expect(draws(10, purpose: 2).allSatisfy { $0.integer(in: 5...5) == 5 })
    let draw = RandomBits(first: 0xFEDC_BA98_7654_3210, second: 0)
    #expect(draw.integer(in: .min ... .max) == Int(bitPattern: 0xFEDC_BA98_7654_3210))
    #expect(RandomBits(first: .max, second: 0).integer(in: .min ... .max - 1) == .max - 1)
    #expect(RandomBits(first: 1 << 63, second: 0).integer(in: .min...0) == .min + 1 << 62)
  }

  @Test("A chance happens as often as it should", arguments: [0.001, 0.02, 0.25, 0.5, 0.93])
  func chances(probability: Double) {
    let draws = draws(100_000, purpose: 40)
    let deviation = (100_000 * probability * (1 - probability)).squareRoot()
    let expected = 100_000 * probability
    let hits = draws.count { $0.chance(Probability(probability)) }
    #expect(abs(Double(hits) - expected) < 3.3 * deviation)
    let ratio = Ratio(numerator: UInt64(probability * 1000), denominator: 1000)
    let ratioHits = draws.count { $0.chance(ratio) }
    #expect(abs(Double(ratioHits) - expected) < 3.3 * deviation)
  }

  @Test("A certain event always happens, and an impossible one never does")
  func extremes() {
    let least = RandomBits(first: 0, second: 0)
    let most = RandomBits(first: .max, second: .max)
    for draw in [least, most] {
      #expect(draw.chance(Probability(1)))
      #expect(!draw.chance(Probability(0)))
      #expect(draw.chance(Ratio(numerator: 5, denominator: 5)))
      #expect(!draw.chance(Ratio(numerator: 0, denominator: 5)))
    }
    #expect(Probability(1) == .always)
    #expect(Probability(0) == .never)
  }

  @Test("A probability is kept exactly, and its complement is exact too")
  func probabilities() {
    #expect(Probability(0.5).threshold == 0x4000_0000_0000_0000)
    #expect(Probability(0x1p-63).threshold == 1)
    #expect(Probability(0.1).threshold == 922_337_203_685_477_632)
    #expect(Probability(1 - 0x1p-53).threshold == 0x7FFF_FFFF_FFFF_FC00)
    #expect(Probability(0.3).complement.complement == Probability(0.3))
    #expect(Probability.never.complement == .always)
    #expect(Probability(0.3) < Probability(0.4))
    // The draw just below the threshold says yes, and the one at it no.
    let threshold = Probability(0.1).threshold
    #expect(RandomBits(first: threshold << 1 - 1, second: 0).chance(Probability(0.1)))
    #expect(!RandomBits(first: threshold << 1, second: 0).chance(Probability(0.1)))
  }
}
