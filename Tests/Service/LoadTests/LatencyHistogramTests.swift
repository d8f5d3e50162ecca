import TestKit
import Testing

@testable import Load

@Suite("Histograms of durations")
struct LatencyHistogramTests {
  /// Durations over many powers of ten, as a server under load has them.
  private static func samples(_ count: Int, seed: UInt64) -> [Int64] {
    var dice = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let power = UInt64.random(in: 0..<34, using: &dice)
      return Int64(UInt64.random(in: 0...(1 << power), using: &dice))
    }
  }

  @Test("percentiles are those of the sorted durations, or up to 0.8 % above", arguments: 1...20)
  func percentiles(seed: UInt64) throws {
    let samples = Self.samples(Int(seed) * 137, seed: seed)
    var histogram = LatencyHistogram()
    for sample in samples { histogram.record(sample) }
    let sorted = samples.sorted()
    for share in [0.0001, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999, 1] {
      let rank = min(max(Int((share * Double(sorted.count)).rounded(.up)), 1), sorted.count)
      let exact = sorted[rank - 1]
      let value = try #require(histogram.percentile(share))
      #expect(value >= exact, "\(share)")
      #expect(Double(value) <= Double(exact) * (1 + 1.0 / 128), "\(share): \(value), \(exact)")
    }
    #expect(histogram.longest == sorted.last && histogram.shortest == sorted.first)
    let mean = Double(samples.reduce(0, +)) / Double(samples.count)
    #expect(histogram.mean == mean)
  }

  @Test("merged histograms equal one that has recorded everything")
  func merging() {
    let (one, two) = (Self.samples(1_000, seed: 1), Self.samples(2_000, seed: 2))
    var (first, second, whole) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
    for sample in one {
      first.record(sample)
      whole.record(sample)
    }
    for sample in two {
      second.record(sample)
      whole.record(sample)
    }
    first.merge(second)
    #expect(first == whole)
    first.merge(LatencyHistogram())
    #expect(first == whole)
    first.clear()
    first.merge(whole)
    #expect(first == whole)
  }

  @Test("without a duration there is no percentile; one that is too long or negative is kept in")
  func ends() {
    var histogram = LatencyHistogram()
    #expect(histogram.percentile(0.5) == nil && histogram.mean == nil)
    histogram.record(-5)
    histogram.record(.max)
    #expect(histogram.percentile(0.5) == 0)
    #expect(histogram.percentile(1) == LatencyHistogram.largest)
    #expect(histogram.count == 2)
  }

  @Test("it counts how many durations are at most so long")
  func counting() {
    var histogram = LatencyHistogram()
    for duration: Int64 in 1...1_000 { histogram.record(duration * 100) }
    let count = histogram.count(upTo: 50_000)
    #expect((500...505).contains(count))
  }
}
