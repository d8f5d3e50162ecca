import TestKit
import Testing

@testable import Metrics

@Suite("Activity bits")
struct ActivityBitsTests {
  @Test("read the same as a list of days, for every length and every range")
  func agreesWithAList() {
    var random = SplitMix64(seed: 7)
    for days in [1, 2, 31, 63, 64, 65, 127, 128, 129, 200] {
      for density in [0, 3, 50, 100] {
        let list = (0..<days).map { _ in random.chance(percent: density) }
        check(list, random: &random)
      }
    }
  }

  private func check(_ list: [Bool], random: inout SplitMix64) {
    let days = list.count
    var words = [UInt64](repeating: 0, count: ActivityBits.wordCount(days: days))
    for day in 0..<days where list[day] { words[day / 64] |= 1 << UInt64(day % 64) }
    words.withUnsafeBufferPointer { buffer in
      let bits = ActivityBits(buffer.baseAddress!)
      #expect((0..<days).map { bits[$0] } == list)
      #expect(bits.first(before: days) == list.firstIndex(of: true))
      #expect(bits.isClear(from: days))
      for _ in 0..<50 {
        let lower = random.below(days + 1)
        let range = lower..<lower + random.below(days - lower + 1)
        #expect(bits.count(in: range) == list[range].filter { $0 }.count)
      }
      for start in 0..<days {
        let window = bits.window(from: start, before: days)
        for offset in 0..<64 {
          let expected = start + offset < days && list[start + offset]
          if (window >> UInt64(offset) & 1 == 1) != expected {
            Issue.record("day \(offset) of the window from \(start) of \(days) days is wrong")
          }
        }
      }
    }
  }

  @Test("notice a day after the last")
  func noticesStrayBits() {
    let words: [UInt64] = [0, 1 << 5]
    words.withUnsafeBufferPointer { buffer in
      let bits = ActivityBits(buffer.baseAddress!)
      #expect(bits.isClear(from: 70))
      #expect(!bits.isClear(from: 69))
      #expect(bits.isClear(from: 64 + 64))
    }
  }
}
