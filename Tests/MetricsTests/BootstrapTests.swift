import Base
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

  @Test("covers the true ratio of people who live alike at home, where plain trials do not")
  func coversClusteredData() throws {
    var random = TestRandom(seed: 5)
    let (trials, households, days) = (200, 40, 60)
    var (covered, coveredNaively) = (0, 0)
    for trial in 0..<trials {
      var bootstrap = HouseholdBootstrap(seed: UInt64(trial))
      for household in 0..<households {
        // Households are active on 40 to 100 % of their days, 70 % on average.
        let percent = 40 + random.below(61)
        var counts = PooledCounts()
        let active = (0..<days).filter { _ in random.chance(percent: percent) }.count
        counts.add(.dailyActive, numerator: Int64(active), denominator: Int64(days))
        bootstrap.add(household: UInt32(household), truth: counts, observed: PooledCounts())
      }
      bootstrap.closeHousehold()
      let estimate = try #require(bootstrap.estimate(.dailyActive, side: .truth))
      let interval = try #require(estimate.interval)
      if interval.lower <= 0.7 && 0.7 <= interval.upper { covered += 1 }
      let naive = Interval.wilson(
        successes: estimate.numerator, trials: estimate.denominator)
      if naive.lower <= 0.7 && 0.7 <= naive.upper { coveredNaively += 1 }
    }
    // Of 200 intervals 190 should cover; four standard errors are 12.
    #expect((178...199).contains(covered), "\(covered)")
    #expect(coveredNaively < 150, "\(coveredNaively)")
  }

  @Test("gives no interval to a ratio that rests on one household")
  func oneHouseholdIsNoSample() throws {
    var bootstrap = HouseholdBootstrap(seed: 1)
    var counts = PooledCounts()
    counts.add(.dailyActive, numerator: 3, denominator: 4)
    bootstrap.add(household: 1, truth: counts, observed: counts)
    // A second person at home is no second household.
    bootstrap.add(household: 1, truth: counts, observed: counts)
    counts.add(.syncSuccess, numerator: 9, denominator: 9)
    bootstrap.add(household: 2, truth: counts, observed: PooledCounts())
    bootstrap.closeHousehold()
    #expect(bootstrap.estimate(.dailyActive, side: .truth)?.interval != nil)
    #expect(try #require(bootstrap.estimate(.syncSuccess, side: .truth)).interval == nil)
    #expect(try #require(bootstrap.estimate(.dailyActive, side: .observed)).interval == nil)
    #expect(bootstrap.estimate(.syncSuccess, side: .observed) == nil)
  }
}
