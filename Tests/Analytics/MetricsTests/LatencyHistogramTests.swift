import TestKit
import Testing

@testable import Metrics

@Suite("A latency histogram")
struct LatencyHistogramTests {
  @Test("cuts all durations into contiguous buckets no wider than 1/64 of what they hold")
  func bucketsAreContiguous() {
    var expected: Int64 = 0
    for bucket in 0...LatencyHistogram.bucket(of: .max) {
      let largest = LatencyHistogram.largest(in: bucket)
      #expect(LatencyHistogram.bucket(of: expected) == bucket)
      #expect(LatencyHistogram.bucket(of: largest) == bucket)
      #expect(largest - expected <= expected / 64)
      if largest == .max { return }
      expected = largest + 1
    }
    Issue.record("the last bucket does not hold the longest duration")
  }

  @Test("answers nearest-rank percentiles to within 1/64, never below the true one")
  func percentilesAreClose() throws {
    var random = SplitMix64(seed: 11)
    for count in [1, 2, 3, 10, 999, 1_000, 1_001] {
      var histogram = LatencyHistogram()
      let durations = (0..<count).map { _ in Int64(random.next() >> UInt64(30 + random.below(30))) }
      for duration in durations { histogram.record(milliseconds: duration) }
      let sorted = durations.sorted()
      for percent in [0, 0.1, 1, 50, 90, 99, 99.9, 100] {
        // Nearest rank: the smallest value that at least `percent` of a hundred do not exceed.
        let exact = try #require(
          sorted.first { value in
            Double(sorted.filter { $0 <= value }.count) * 100 >= percent * Double(count) - 1e-9
          })
        let response = try #require(histogram.percentile(percent))
        #expect(response >= exact && response - exact <= exact / 64, "\(percent) % of \(count)")
      }
      #expect(histogram.percentile(100) == sorted.last)
      #expect(histogram.count == Int64(count))
    }
  }

  @Test("holds short durations exactly, and gives no result when it holds none")
  func shortDurations() {
    var histogram = LatencyHistogram()
    #expect(histogram.percentile(50) == nil)
    for milliseconds in 0..<125 { histogram.record(milliseconds: Int64(milliseconds)) }
    for rank in 1...125 {
      #expect(histogram.percentile(Double(rank) * 0.8) == Int64(rank - 1))
    }
  }

  @Test("merges to the same as recording everything in one")
  func merges() {
    var random = SplitMix64(seed: 12)
    var (whole, left, right) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
    for index in 0..<1_000 {
      let milliseconds = Int64(random.next() >> UInt64(random.below(63) + 1))
      whole.record(milliseconds: milliseconds)
      if index % 3 == 0 {
        left.record(milliseconds: milliseconds)
      } else {
        right.record(milliseconds: milliseconds)
      }
    }
    var reversed = right
    reversed.merge(left)
    left.merge(right)
    #expect(left == whole)
    #expect(reversed == whole)
  }
}
