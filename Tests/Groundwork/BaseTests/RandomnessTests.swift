import Testing

@testable import Base

@Suite("Draws by address")
struct RandomnessTests {
  private let randomness = Randomness(seed: 0x0123_4567_89AB_CDEF)

  @Test("A draw is the block whose counter is the address and whose key is the seed")
  func layout() {
    let draw = randomness.draw(
      RandomPurpose(0xABCD), who: 0x1111_2222_3333_4444, day: -2, slot: 0x5678)
    let block = Philox4x32.block(
      counter: SIMD4(0x3333_4444, 0x1111_2222, 0xFFFF_FFFE, 0xABCD_5678),
      key: SIMD2(0x89AB_CDEF, 0x0123_4567))
    #expect(draw.first == UInt64(block.y) << 32 | UInt64(block.x))
    #expect(draw.second == UInt64(block.w) << 32 | UInt64(block.z))
  }

  @Test("Four draws together are the four draws one by one")
  func fourTogether() {
    let decisions = [7, 0, 65_535, 300].map { RandomPurpose($0) }
    for who in UInt64(0)..<100 {
      let draws = randomness.draws(
        decisions[0], decisions[1], decisions[2], decisions[3], who: who << 30, day: Int32(who) - 50
      )
      let alone = decisions.map { randomness.draw($0, who: who << 30, day: Int32(who) - 50) }
      #expect([draws.0, draws.1, draws.2, draws.3] == alone)
    }
  }

  @Test("Addresses that differ in one bit of any part have unrelated draws")
  func everyBitOfTheAddressCounts() {
    var neighbors: [RandomBits] = []
    let base = randomness.draw(RandomPurpose(5), who: 77, day: 100, slot: 3)
    for bit in 0..<64 {
      neighbors.append(randomness.draw(RandomPurpose(5), who: 77 ^ 1 << bit, day: 100, slot: 3))
      let other = Randomness(seed: randomness.seed ^ 1 << bit)
      neighbors.append(other.draw(RandomPurpose(5), who: 77, day: 100, slot: 3))
    }
    for bit in 0..<32 {
      neighbors.append(randomness.draw(RandomPurpose(5), who: 77, day: 100 ^ 1 << bit, slot: 3))
    }
    for bit in 0..<16 {
      neighbors.append(randomness.draw(RandomPurpose(5 ^ 1 << bit), who: 77, day: 100, slot: 3))
      neighbors.append(randomness.draw(RandomPurpose(5), who: 77, day: 100, slot: 3 ^ 1 << bit))
    }
    var flips = 0
    for draw in neighbors {
      let difference = [draw.first ^ base.first, draw.second ^ base.second]
      let count = difference[0].nonzeroBitCount + difference[1].nonzeroBitCount
      #expect((36...92).contains(count), "five standard deviations about half of the bits")
      flips += count
    }
    // 192 neighbors of 128 bits: half of them, within four standard deviations.
    #expect(neighbors.count == 192)
    #expect(abs(flips - 12_288) < 4 * 79)
  }

  @Test("Neighboring people, days, slots and decisions are not correlated")
  func neighborsAreIndependent() {
    let count = 20_000
    func correlation(_ one: (Int) -> RandomBits, _ two: (Int) -> RandomBits) -> Double {
      var sum = 0.0
      for index in 0..<count { sum += (one(index).unit - 0.5) * (two(index).unit - 0.5) * 12 }
      return sum / Double(count).squareRoot()
    }
    let who = { (index: Int) in self.randomness.draw(RandomPurpose(1), who: UInt64(index), day: 9) }
    #expect(abs(correlation(who) { who($0 + 1) }) < 4)
    let day = { (index: Int) in self.randomness.draw(RandomPurpose(1), who: 9, day: Int32(index)) }
    #expect(abs(correlation(day) { day($0 + 1) }) < 4)
    let slot = { (index: Int) in
      self.randomness.draw(RandomPurpose(1), who: 9, day: 9, slot: UInt16(index))
    }
    #expect(abs(correlation(slot) { slot($0 + 1) }) < 4)
    let purpose = { (index: Int) in
      self.randomness.draw(RandomPurpose(UInt16(index)), who: 9, day: 9)
    }
    #expect(abs(correlation(purpose) { purpose($0 + 1) }) < 4)
    #expect(abs(correlation(who, day)) < 4)
  }
}
