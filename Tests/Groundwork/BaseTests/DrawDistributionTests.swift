import Foundation
import Testing

@testable import Base

@Suite("Draws from distributions")
struct DrawDistributionTests {
  private func draws(_ count: Int, purpose: UInt16) -> [RandomBits] {
    let randomness = Randomness(seed: 31)
    return (0..<count).map { randomness.draw(RandomPurpose(purpose), who: UInt64($0), day: 1) }
  }

  @Test("The unit draw is even, and never reaches its ends")
  func unit() {
    let values = draws(50_000, purpose: 1).map(\.unit)
    #expect(Statistics.kolmogorovDistance(values) { $0 } < 1.95)
    #expect(RandomBits(first: 0, second: 0).unit == 0x1p-53)
    #expect(RandomBits(first: .max, second: 0).unit == 1 - 0x1p-53)
  }

  @Test("Normal draws follow the normal distribution")
  func normal() {
    let values = draws(50_000, purpose: 2).map { $0.normal(mean: 3, deviation: 2) }
    let distance = Statistics.kolmogorovDistance(values) {
      Statistics.normalDistribution(($0 - 3) / 2)
    }
    #expect(distance < 1.95)
    let mean = values.reduce(0, +) / 50_000
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 49_999
    #expect(abs(mean - 3) < 4 * 2 / 50_000.0.squareRoot())
    #expect(abs(variance - 4) < 4 * 4 * (2 / 50_000.0).squareRoot())
  }

  @Test("Log-normal draws follow the log-normal distribution")
  func logNormal() {
    let values = draws(50_000, purpose: 3).map { $0.logNormal(median: 20, sigma: 0.7) }
    let distance = Statistics.kolmogorovDistance(values) {
      Statistics.normalDistribution(Foundation.log($0 / 20) / 0.7)
    }
    #expect(distance < 1.95)
  }

  @Test("Exponential draws follow the exponential distribution")
  func exponential() {
    let values = draws(50_000, purpose: 4).map { $0.exponential(mean: 12) }
    #expect(Statistics.kolmogorovDistance(values) { -expm1(-$0 / 12) } < 1.95)
    let mean = values.reduce(0, +) / 50_000
    #expect(abs(mean - 12) < 4 * 12 / 50_000.0.squareRoot())
  }

  @Test("Weibull draws follow the Weibull distribution")
  func weibull() {
    let values = draws(50_000, purpose: 5).map { $0.weibull(shape: 1.7, scale: 5) }
    #expect(Statistics.kolmogorovDistance(values) { -expm1(-pow($0 / 5, 1.7)) } < 1.95)
  }

  @Test(
    "Poisson draws follow the Poisson distribution",
    arguments: [0.3, 2, 12, 29.9, 30.1, 75, 400])
  func poisson(mean: Double) {
    let values = draws(20_000, purpose: 6).map { $0.poisson(mean: mean) }
    // The counts within four deviations one by one, those beyond in one class at each end.
    let lowest = max(0, Int(mean - 4 * mean.squareRoot()))
    let highest = Int(mean + 4 * mean.squareRoot()) + 1
    var observed = [Int](repeating: 0, count: highest - lowest + 1)
    for value in values { observed[min(max(value, lowest), highest) - lowest] += 1 }
    var probabilities = (lowest...highest).map {
      Statistics.poissonProbability($0, mean: mean)
    }
    probabilities[0] = (0...lowest).reduce(0) {
      $0 + Statistics.poissonProbability($1, mean: mean)
    }
    probabilities[highest - lowest] += 1 - probabilities.reduce(0, +)
    let deviations = Statistics.chiSquareDeviations(
      observed: observed, probabilities: probabilities)
    #expect(abs(deviations) < 3.3)
    let average = Double(values.reduce(0, +)) / 20_000
    #expect(abs(average - mean) < 4 * (mean / 20_000).squareRoot())
  }

  @Test("A higher draw is never a smaller value, whatever the distribution")
  func monotone() {
    let lucky = draws(2000, purpose: 7).sorted { $0.unit < $1.unit }
    let table = DiscreteTable(weights: [3, 0, 1, 5, 2.5])
    for (less, more) in zip(lucky, lucky.dropFirst()) {
      #expect(less.normal(mean: 0, deviation: 1) <= more.normal(mean: 0, deviation: 1))
      #expect(less.exponential(mean: 3) <= more.exponential(mean: 3))
      #expect(less.weibull(shape: 0.8, scale: 3) <= more.weibull(shape: 0.8, scale: 3))
      #expect(less.poisson(mean: 55) <= more.poisson(mean: 55))
      #expect(less.poisson(mean: 5) <= more.poisson(mean: 5))
      #expect(less.index(in: table) <= more.index(in: table))
    }
  }
}
