import TestKit
import Testing

@testable import Metrics

@Suite("Variances by cluster of households")
struct ClusterMomentsTests {
  /// A made-up cluster: the sums of three counters, and its people.
  private struct Cluster {
    var sums: [Int64]
    var people: Int64
  }

  private let layout = MomentLayout(counters: 3, pairs: [MomentLayout.Pair(first: 0, second: 1)])

  /// Clusters of all sizes, some with nothing to count in a counter.
  private func clusters(_ count: Int, scale: Int, _ random: inout SplitMix64) -> [Cluster] {
    (0..<count).map { _ in
      var sums: [Int64] = []
      for _ in 0..<3 {
        let denominator = random.chance(percent: 15) ? 0 : 1 + random.below(scale)
        sums += [Int64(random.below(denominator + 1)), Int64(denominator)]
      }
      return Cluster(sums: sums, people: Int64(1 + random.below(9)))
    }
  }

  private func moments(_ clusters: [Cluster]) -> (ClusterMoments, ClusterPeople) {
    var (moments, all) = (ClusterMoments(layout), ClusterPeople())
    for cluster in clusters {
      moments.add(cluster: cluster.sums, people: cluster.people)
      all.add(cluster.people)
    }
    return (moments, all)
  }

  private func ratio(_ clusters: [Cluster], _ counter: Int) -> Double {
    let sums = clusters.map { ($0.sums[2 * counter], $0.sums[2 * counter + 1]) }
    return Double(sums.map(\.0).reduce(0, +)) / Double(sums.map(\.1).reduce(0, +))
  }

  /// The derivative of a value along each cluster: its value with the cluster counted a bit more.
  private func naiveVariance(
    _ clusters: [Cluster], counted: [Int], _ value: ([Cluster], [Double]) -> Double
  ) -> Double {
    let ones = [Double](repeating: 1, count: clusters.count)
    let terms = clusters.indices.map { place in
      var (more, less) = (ones, ones)
      more[place] += 1e-4
      less[place] -= 1e-4
      return (value(clusters, more) - value(clusters, less)) / 2e-4
    }
    let number =
      counted.map { counter in
        Double(clusters.count { $0.sums[2 * counter] | $0.sums[2 * counter + 1] != 0 })
      }.min() ?? 0
    return terms.map { $0 * $0 }.reduce(0, +) * number / (number - 1)
  }

  private func weighted(_ clusters: [Cluster], _ weights: [Double], _ sum: Int) -> Double {
    zip(clusters, weights).map { Double($0.sums[sum]) * $1 }.reduce(0, +)
  }

  private func width(_ estimate: Estimate?) throws -> Double {
    let interval = try #require(estimate?.interval)
    return interval.upper - interval.lower
  }

  @Test("the counts of a person are added to those of a household, up to 32 bits each")
  func householdCounts() async {
    var household = HouseholdCounts(sums: [1, 0x8000_0000, .max - 7, 0, 9])
    household.add(HouseholdCounts(sums: [2, 0x7FFF_FFFF, 7, 0, .max - 9, 5]))
    #expect(household.sums == [3, .max, .max, 0, .max])
    await #expect(processExitsWith: .failure) {
      var household = HouseholdCounts(sums: [1, 0x8000_0000, 1])
      household.add(HouseholdCounts(sums: [1, 0x8000_0000, 1]))
    }
  }

  @Test("of a mean, a count, a difference and an uplift are those of numeric derivatives")
  func agreesWithDerivatives() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      // All counters in every cluster, so that the corrections for few clusters are the same.
      let clusters = self.clusters(
        30 + random.below(60), scale: seed % 2 == 0 ? 9 : 1_000_000, &random
      )
      .filter { $0.sums[1] > 0 && $0.sums[3] > 0 }
      let (moments, all) = self.moments(clusters)
      let quantile = StudentQuantile.of(degrees: Int64(clusters.count - 1))
      let people = Double(all.people)
      let cases: [(MetricFormula, ([Cluster], [Double]) -> Double)] = [
        (
          MetricFormula(.mean, counter: 0, days: 30),
          { self.weighted($0, $1, 0) / self.weighted($0, $1, 1) }
        ),
        (
          MetricFormula(.scaled(times: 7, over: 2), counter: 0, days: 30),
          { 3.5 * self.weighted($0, $1, 0) / self.weighted($0, $1, 1) }
        ),
        (
          MetricFormula(.monthly, counter: 0, days: 60),
          { clusters, weights in
            let size = zip(clusters, weights).map { Double($0.people) * $1 }.reduce(0, +)
            return 0.5 * people * self.weighted(clusters, weights, 0) / size
          }
        ),
        (
          MetricFormula(.difference(per: 7), counter: 0, against: 1, days: 30),
          {
            7 * self.weighted($0, $1, 0) / self.weighted($0, $1, 1)
              - 7 * self.weighted($0, $1, 2) / self.weighted($0, $1, 3)
          }
        ),
        (
          MetricFormula(.uplift, counter: 0, against: 1, days: 30),
          {
            self.weighted($0, $1, 0) / self.weighted($0, $1, 1)
              / (self.weighted($0, $1, 2) / self.weighted($0, $1, 3)) - 1
          }
        ),
      ]
      for (formula, value) in cases {
        let variance = naiveVariance(clusters, counted: formula.counters, value)
        let width = try self.width(moments.estimate(formula, of: all))
        let expected = 2 * quantile * variance.squareRoot()
        #expect(abs(width - expected) < 1e-5 * expected, "\(formula.form), seed \(seed)")
      }
    }
  }

  @Test("are exactly nothing where all clusters have one ratio, however large the numbers are")
  func exact() throws {
    let clusters = (1...40 as ClosedRange<Int64>).map {
      Cluster(sums: [3_000_001 * $0, 7_000_003 * $0, 0, 0, 0, 0], people: 1)
    }
    let (moments, all) = self.moments(clusters)
    let estimate = try #require(
      moments.estimate(MetricFormula(.mean, counter: 0, days: 1), of: all))
    #expect(estimate.interval == Interval(lower: estimate.value, upper: estimate.value))
  }

  @Test("of a count leave out how many people there are, which a scenario fixes")
  func countsAreCentered() throws {
    let clusters = (0..<50 as Range<Int64>).map {
      Cluster(sums: [1 + $0 % 5, 0, 0, 0, 0, 0], people: 1 + $0 % 5)
    }
    let (moments, all) = self.moments(clusters)
    let estimate = try #require(
      moments.estimate(MetricFormula(.count, counter: 0, days: 1), of: all))
    // Everybody counts, so nothing is left to chance.
    #expect(estimate.value == 150 && estimate.interval == Interval(lower: 150, upper: 150))
  }

  @Test("stay the same whatever clusters are added first, merged, or written down and read")
  func order() throws {
    var random = SplitMix64(seed: 4)
    let clusters = self.clusters(60, scale: 1_000_000_000, &random)
    let (whole, _) = self.moments(clusters)
    var (left, _) = self.moments(clusters[..<20].reversed())
    let (right, _) = self.moments(Array(clusters[20...]))
    left.merge(right)
    #expect(left == whole)
    #expect(ClusterMoments(layout, numbers: whole.numbers[...]) == whole)
  }

  @Test("are missing with a reason: for few clusters, and for few clusters with an event")
  func gaps() throws {
    let share = MetricFormula(.share, counter: 0, days: 1)
    func estimate(_ numerators: [Int64]) throws -> Estimate {
      let clusters = numerators.map { Cluster(sums: [$0, 100, 0, 0, 0, 0], people: 1) }
      let (moments, all) = self.moments(clusters)
      return try #require(moments.estimate(share, of: all))
    }
    let few = try estimate([50, 60, 40, 70])
    #expect(few.interval == nil && few.gap == .fewClusters)
    #expect(try estimate([50, 60, 40, 70, 55]).interval != nil)
    // Two of thirty clusters lost dozens of operations: no one knows how many others would.
    let rare = try estimate([40, 25] + [Int64](repeating: 0, count: 28))
    #expect(rare.interval == nil && rare.gap == .fewEvents)
    let common = try estimate([60, 75] + [Int64](repeating: 100, count: 28))
    #expect(common.interval == nil && common.gap == .fewEvents)
    // One trial in each cluster needs no variance.
    let (moments, all) = self.moments(
      (0..<12).map { Cluster(sums: [$0 % 3 == 0 ? 1 : 0, 1, 0, 0, 0, 0], people: 1) })
    #expect(moments.estimate(share, of: all)?.interval == .wilson(successes: 4, trials: 12))
    // Four events among three thousand trials may be one or ten in the next run; none is a bound.
    let none = [Int64](repeating: 0, count: 25)
    #expect(try estimate([1, 1, 1, 1, 0] + none).gap == .fewEvents)
    #expect(try estimate([99, 99, 99, 99, 100] + none.map { _ in 100 }).gap == .fewEvents)
    #expect(try estimate([1, 1, 1, 1, 1] + none).interval != nil)
    #expect(try estimate([0, 0, 0, 0, 0] + none).interval != nil)
  }

  @Test("of an uplift are symmetric around the root of the ratio, and do not end below minus one")
  func skewed() throws {
    let double = Interval.uplift(1, half: 1)
    #expect(abs(double.lower - 0.125) < 1e-12 && abs(double.upper - 2.125) < 1e-12)
    let wide = Interval.uplift(-0.5, half: 2)
    #expect(wide.lower == -1 && abs(wide.upper - 3.5) < 1e-12)
    // Where no one counts, the ratio has no variance.
    let clusters = (0..<30).map { _ in Cluster(sums: [0, 10, 3, 10, 0, 0], people: 1) }
    let (moments, all) = self.moments(clusters)
    let estimate = try #require(
      moments.estimate(MetricFormula(.uplift, counter: 0, against: 1, days: 1), of: all))
    #expect(estimate.value == -1 && estimate.interval == nil && estimate.gap == .fewEvents)
  }

  @Test("of none are as wide as independent trials leave open")
  func none() throws {
    let clusters = (0..<30).map { _ in Cluster(sums: [0, 100, 0, 0, 0, 0], people: 1) }
    let (moments, all) = self.moments(clusters)
    let mean = try #require(
      moments.estimate(
        MetricFormula(.scaled(times: 1_000, over: 1), counter: 0, days: 1), of: all))
    let upper = try #require(mean.interval).upper
    // With as many events to expect, a run without one has a probability of 2.5 %.
    #expect(mean.value == 0 && abs(upper - 3.688879 * 1_000 / 3_000) < 1e-6)
  }
}

@Suite("Exact sums of products")
struct WideSumTests {
  @Test("keep every digit, of either sign and beyond 128 bits")
  func keepsDigits() {
    var sum = WideSum()
    let large = Int128(1) << 100
    sum.add(large, times: large)
    sum.add(-large, times: large - 1)
    #expect(sum.value == 0x1p100)
    sum.add(-1, times: large + 5)
    #expect(sum.value == -5)
    sum.add(Int128.max, times: 2)
    #expect(sum.value == 0x1p128)
  }
}
