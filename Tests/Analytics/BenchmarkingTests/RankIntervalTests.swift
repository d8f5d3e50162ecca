import Testing

@testable import Benchmarking

@Suite("Intervals by ranks")
struct RankIntervalTests {
  @Test("orders are counted as tables of Mann and Whitney have them")
  func counts() {
    #expect(RankSums.counts(2, 2) == [1, 1, 2, 1, 1])
    #expect(RankSums.counts(3, 2) == [1, 1, 2, 2, 2, 1, 1])
    // All orders of 10 and 10 samples: 20 over 10.
    #expect(RankSums.counts(10, 10).reduce(0, +) == 184_756)
  }

  @Test("the outermost pairs that are left out follow the critical values at 5 %, two-sided")
  func places() {
    // The critical values are 0, 2, 5, 13, 23 and 127; the place is one more.
    for (count, critical) in [(4, 0), (5, 2), (6, 5), (8, 13), (10, 23), (20, 127)] {
      #expect(RankSums.intervalPlace(count, count) == critical + 1, "\(count)")
    }
    #expect(RankSums.intervalPlace(3, 3) == 0 && RankSums.intervalPlace(2, 8) == 1)
    #expect(RankSums.intervalPlace(1, 30) == 0)
    // The approximation for many samples goes on where the exact distribution ends.
    #expect(RankSums.intervalPlace(40, 40) == 597)
    #expect(RankSums.intervalPlace(41, 41) == 629)
  }

  @Test("the interval has the ranks of the ratios of all pairs")
  func interval() throws {
    let old = [1.0, 2, 3, 4]
    let estimate = try #require(RatioEstimate(old: old, new: old.map { $0 * 2 }))
    #expect(estimate.ratio == 2)
    // With four samples on each side nothing but the outermost pairs is left.
    #expect(estimate.interval == RatioInterval(0.5, 8))
    #expect(estimate.interval?.excludesNoChange == false)
    let clear = try #require(RatioEstimate(old: [10, 11, 10, 11], new: [20, 22, 21, 20]))
    #expect(clear.interval?.excludesNoChange == true && clear.ratio > 1.8)
  }

  @Test("too few samples have a ratio and no interval, and zero has neither")
  func few() throws {
    let estimate = try #require(RatioEstimate(old: [1, 1, 1], new: [2, 2, 2]))
    #expect(estimate.ratio == 2 && estimate.interval == nil)
    #expect(RatioEstimate(old: [], new: [1]) == nil && RatioEstimate(old: [1], new: []) == nil)
    #expect(RatioEstimate(old: [0, 1], new: [1, 1]) == nil)
  }

  @Test("one slow sample moves the ratio little")
  func outlier() throws {
    let old = (0..<10).map { 10 + Double($0) / 100 }
    let plain = try #require(RatioEstimate(old: old, new: old))
    let slow = try #require(RatioEstimate(old: old, new: Array(old.dropLast()) + [1_000]))
    #expect(plain.ratio == 1)
    #expect((slow.ratio - 1).magnitude < 0.005)
  }

  @Test("the calibration loop computes the same, and more with more rounds")
  func calibration() {
    #expect(CalibrationLoop.run(rounds: 2) == CalibrationLoop.run(rounds: 2))
    #expect(CalibrationLoop.run(rounds: 2) != CalibrationLoop.run(rounds: 3))
  }
}
