import Base
import TestKit
import Testing

@testable import Metrics

@Suite("The bootstrap by household")
struct BootstrapTests {
  @Test("draws weights by inverting the Poisson(1) distribution")
  func thresholdsArePoisson() {
    var (probability, cumulated) = (0.36787944117144233, 0.0)
    for weight in 0..<13 {
      if weight > 0 { probability /= Double(weight) }
      cumulated += probability
      let threshold = BootstrapWeights.thresholds[weight]
      #expect(abs(Double(threshold) - cumulated * 0x1p32) < 1.01)
      let words = SIMD4<UInt32>(0, threshold - 1, threshold, .max)
      let weights = BootstrapWeights.poisson1(words)
      #expect(weights[0] == 0)
      #expect(weights[1] == weight)
      #expect(weights[2] == weight + 1 || threshold == BootstrapWeights.thresholds[12])
      #expect(weights[3] == 13)
    }
  }

  @Test("weighs households independently, once on average, with variance one")
  func momentsArePoisson() {
    let randomness = Randomness(seed: 3)
    var (sum, squares, pairs) = (0.0, 0.0, 0.0)
    for household in 0..<400 as Range<UInt32> {
      var previous = 0.0
      BootstrapWeights.forEach(household: household, randomness: randomness) { replicate, weight in
        let deviation = Double(weight) - 1
        sum += deviation
        squares += deviation * deviation
        if replicate > 0 { pairs += deviation * previous }
        previous = deviation
      }
    }
    // 40,000 draws: the standard errors are 0.005, 0.009 and 0.005.
    #expect(abs(sum / 40_000) < 0.02)
    #expect(abs(squares / 40_000 - 1) < 0.035)
    #expect(abs(pairs / 40_000) < 0.02)
  }

  private let share = MetricFormula(.share, counter: 0, days: 60)

  @Test("covers the true ratio of people who live alike at home, where plain trials do not")
  func coversClusteredData() throws {
    var random = SplitMix64(seed: 5)
    let (trials, households, days) = (200, 40, 60)
    var (covered, coveredNaively) = (0, 0)
    for trial in 0..<trials {
      var bootstrap = HouseholdBootstrap(seed: UInt64(trial), counters: 1)
      for household in 0..<households {
        // Households are active on 40 to 100 % of their days, 70 % on average.
        let percent = 40 + random.below(61)
        let active = (0..<days).filter { _ in random.chance(percent: percent) }.count
        bootstrap.enter(household: UInt32(household), linked: UInt32(household))
        bootstrap.add(.init(active, of: days), to: 0, side: .truth)
      }
      bootstrap.closeHousehold()
      let estimate = try #require(bootstrap.estimate(share, side: .truth))
      let interval = try #require(estimate.interval)
      #expect(estimate.households == Int64(households))
      if interval.lower <= 0.7 && 0.7 <= interval.upper { covered += 1 }
      let naive = Interval.wilson(
        successes: estimate.numerator, trials: estimate.denominator)
      if naive.lower <= 0.7 && 0.7 <= naive.upper { coveredNaively += 1 }
    }
    // Of 200 intervals 190 should cover; four standard errors are 12.
    #expect((178...199).contains(covered), "\(covered)")
    #expect(coveredNaively < 150, "\(coveredNaively)")
  }

  @Test("covers a mean and a difference, which no formula for shares knows")
  func coversMeans() throws {
    var random = SplitMix64(seed: 8)
    let mean = MetricFormula(.mean, counter: 0, days: 1)
    let difference = MetricFormula(.difference(per: 7), counter: 0, against: 1, days: 1)
    var (covered, coveredDifference) = (0, 0)
    for trial in 0..<200 {
      var bootstrap = HouseholdBootstrap(seed: UInt64(trial), counters: 2)
      for household in 0..<80 as Range<UInt32> {
        bootstrap.enter(household: household, linked: household)
        // 0 to 6 meals a day, 3 on average, alike for all four at home; 0 to 4 of the others.
        let isFirst = household % 2 == 0
        let count = random.below(isFirst ? 7 : 5)
        bootstrap.add(.init(4 * count, of: 4), to: isFirst ? 0 : 1, side: .truth)
      }
      bootstrap.closeHousehold()
      let interval = try #require(bootstrap.estimate(mean, side: .truth)?.interval)
      if interval.lower <= 3 && 3 <= interval.upper { covered += 1 }
      let apart = try #require(bootstrap.estimate(difference, side: .truth)?.interval)
      if apart.lower <= 7 && 7 <= apart.upper { coveredDifference += 1 }
    }
    #expect((178...199).contains(covered), "\(covered)")
    #expect((178...199).contains(coveredDifference), "\(coveredDifference)")
  }

  @Test("gives no interval to a ratio that depends on one household")
  func oneHouseholdIsNoSample() throws {
    let other = MetricFormula(.share, counter: 1, days: 1)
    var bootstrap = HouseholdBootstrap(seed: 1, counters: 2)
    // A second person at home is no second household.
    for household in [1, 1, 2] as [UInt32] {
      bootstrap.enter(household: household, linked: household)
      bootstrap.add(.init(3, of: 4), to: 0, side: .truth)
      if household == 1 { bootstrap.add(.init(3, of: 4), to: 0, side: .observed) }
      if household == 2 { bootstrap.add(.init(9, of: 9), to: 1, side: .truth) }
    }
    bootstrap.closeHousehold()
    #expect(bootstrap.estimate(share, side: .truth)?.interval != nil)
    #expect(try #require(bootstrap.estimate(other, side: .truth)).interval == nil)
    #expect(try #require(bootstrap.estimate(share, side: .observed)).interval == nil)
    #expect(bootstrap.estimate(other, side: .observed) == nil)
  }

  @Test("weighs a household as often as its weight says, in every replicate and lane")
  func weighsEveryLane() throws {
    var counts = HouseholdCounts(counters: 3)
    for counter in 0..<3 { counts.add(.init(counter + 1, of: 10 + counter), to: counter) }
    var resampling = BootstrapSums(counters: 3)
    let weights = (0..<100).map { UInt32($0 % 4) }
    resampling.note(counts)
    resampling.weigh(counts, weights)
    resampling.note(counts)
    for counter in 0..<3 {
      let count = MetricFormula(.count, counter: counter, days: 1)
      let estimate = try #require(resampling.estimate(count))
      #expect(estimate.value == Double(2 * (counter + 1)))
      let values = weights.map { Double($0) * Double(counter + 1) }
      #expect(
        estimate.interval
          == .bootstrap(.count, value: estimate.value, denominator: 1, replicates: values))
    }
  }
}
