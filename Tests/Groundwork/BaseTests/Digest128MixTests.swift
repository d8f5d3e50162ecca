import Testing

@testable import Base

@Suite("The mixing of four words")
struct Digest128MixTests {
  @Test("Every input bit flips every output bit about half of the time", arguments: Inputs.all)
  func avalanche(inputs: Inputs) {
    let trials = 400
    var flips = [Int](repeating: 0, count: 256 * 128)
    for trial in 0..<trials {
      let words = inputs.words(UInt64(trial))
      let base = Digest128.mix(words[0], words[1], words[2], words[3])
      for bit in 0..<256 {
        var flipped = words
        flipped[bit >> 6] ^= 1 << UInt64(bit & 63)
        let digest = Digest128.mix(flipped[0], flipped[1], flipped[2], flipped[3])
        let difference = [digest.first ^ base.first, digest.second ^ base.second]
        for output in 0..<128 {
          flips[bit * 128 + output] += Int(difference[output >> 6] >> UInt64(output & 63) & 1)
        }
      }
    }
    for bit in 0..<256 {
      let row = flips[bit * 128..<(bit + 1) * 128]
      // Of 128 × 400 flips half, within six standard deviations of 113.
      #expect(abs(row.reduce(0, +) - 25_600) < 680, "input bit \(bit)")
      // No output bit ignores it: each 200 of 400 times, within seven deviations of 10.
      #expect(row.allSatisfy { abs($0 - 200) < 70 }, "input bit \(bit)")
    }
  }

  @Test("A million structured inputs have a million distinct digests, and half digests")
  func collisions() {
    var first: Set<UInt64> = []
    var second: Set<UInt64> = []
    first.reserveCapacity(1_000_000)
    second.reserveCapacity(1_000_000)
    func insert(_ digest: Digest128) {
      first.insert(digest.first)
      second.insert(digest.second)
    }
    // Counters from 1 in each place, at both ends of the word, and a grid in each pair of places.
    for counter in UInt64(1)...50_000 {
      for word in [counter, counter << 47] {
        insert(.mix(word, 0, 0, 0))
        insert(.mix(0, word, 0, 0))
        insert(.mix(0, 0, word, 0))
        insert(.mix(0, 0, 0, word))
      }
    }
    for row in UInt64(1)...316 {
      for column in UInt64(1)...316 {
        insert(.mix(row, column, 0, 0))
        insert(.mix(row, 0, column, 0))
        insert(.mix(row, 0, 0, column))
        insert(.mix(0, row, column, 0))
        insert(.mix(0, row, 0, column))
        insert(.mix(0, 0, row, column))
      }
    }
    insert(.mix(0, 0, 0, 0))
    #expect(first.count == 8 * 50_000 + 6 * 316 * 316 + 1)
    #expect(second.count == first.count)
  }

  @Test("A word that makes a factor vanish does not make its neighbor vanish")
  func zeroFactors() {
    // The constants that the words are combined with, so that each factor is zero in turn.
    let zeros: [UInt64] = [
      0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89,
    ]
    var digests: Set<Digest128> = []
    for place in 0..<4 {
      for other in 0..<4 where other != place {
        for value in UInt64(0)..<100 {
          var words: [UInt64] = [9, 9, 9, 9]
          words[place] = zeros[place]
          words[other] = value + 10
          digests.insert(.mix(words[0], words[1], words[2], words[3]))
        }
      }
    }
    #expect(digests.count == 1200)
  }

  @Test("Zeros alone do not mix to zero")
  func zeros() {
    #expect(Digest128.mix(0, 0, 0, 0) != .zero)
    #expect(Digest128.mix(0, 0, 0, 0).first != 0)
    #expect(Digest128.mix(0, 0, 0, 0).second != 0)
  }

  /// A kind of words to start from.
  struct Inputs: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: @Sendable (UInt64) -> [UInt64]

    static let all = [
      Inputs(testDescription: "random words") { trial in
        let randomness = Randomness(seed: 5)
        let one = randomness.draw(RandomPurpose(0), who: trial, day: 0)
        let two = randomness.draw(RandomPurpose(1), who: trial, day: 0)
        return [one.first, one.second, two.first, two.second]
      },
      Inputs(testDescription: "small handles") { [$0, $0 * 7 % 64, $0 / 3, 1] },
    ]
  }
}
