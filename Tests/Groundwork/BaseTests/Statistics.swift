import Foundation

/// Distances between what was drawn and what a distribution expects.
enum Statistics {
  /// How many standard deviations Pearson's χ² is above its mean, by Wilson and Hilferty.
  static func chiSquareDeviations(observed: [Int], probabilities: [Double]) -> Double {
    precondition(observed.count == probabilities.count)
    let total = Double(observed.reduce(0, +))
    var statistic = 0.0
    for (count, probability) in zip(observed, probabilities) {
      let expected = total * probability
      statistic += (Double(count) - expected) * (Double(count) - expected) / expected
    }
    let freedom = Double(observed.count - 1)
    let variance = 2 / (9 * freedom)
    return (pow(statistic / freedom, 1 / 3.0) - (1 - variance)) / variance.squareRoot()
  }

  /// Kolmogorov and Smirnov's distance times √n: above 1.95 once in a thousand times.
  static func kolmogorovDistance(_ values: [Double], distribution: (Double) -> Double) -> Double {
    let count = Double(values.count)
    var largest = 0.0
    for (index, value) in values.sorted().enumerated() {
      let probability = distribution(value)
      largest = max(largest, probability - Double(index) / count)
      largest = max(largest, Double(index + 1) / count - probability)
    }
    return largest * count.squareRoot()
  }

  static func normalDistribution(_ z: Double) -> Double {
    0.5 * erfc(-z / 2.squareRoot())
  }

  static func poissonProbability(_ count: Int, mean: Double) -> Double {
    Foundation.exp(Double(count) * Foundation.log(mean) - mean - lgamma(Double(count) + 1))
  }
}
