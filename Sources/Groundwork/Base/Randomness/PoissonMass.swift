/// The probabilities of single counts of a Poisson variable, to nearly all digits.
///
/// The textbook's exponent, count · ln mean − mean − ln count!, is a small difference of large
/// numbers. Loader's form ("Fast and Accurate Computation of Binomial Probabilities", 2000)
/// cancels by algebra what would cancel in the last places.
struct PoissonMass {
  let mean: Double

  func at(_ count: Int) -> Double {
    // Stirling's series is accurate from 16 on; below it the definition is.
    if count < 16 {
      var mass = Mathematics.exp(-mean)
      for factor in 0..<count { mass *= mean / Double(factor + 1) }
      return mass
    }
    let n = Double(count)
    return Mathematics.exp(-stirlingError(n) - deviance(n))
      / (2 * 3.141_592_653_589_793_116 * n).squareRoot()
  }

  /// ln n! − ln(√(2πn) (n/e)^n), by Stirling's series.
  private func stirlingError(_ n: Double) -> Double {
    let square = n * n
    let later =
      (1.0 / 1260 - (1.0 / 1680 - (1.0 / 1188 - 691.0 / 360_360 / square) / square) / square)
    return (1.0 / 12 - (1.0 / 360 - later / square) / square) / n
  }

  /// n ln(n / mean) + mean − n, which is about (n − mean)² / 2 mean.
  private func deviance(_ n: Double) -> Double {
    let difference = n - mean
    let ratio = difference / (n + mean)
    guard ratio.magnitude < 0.1 else { return n * Mathematics.log(n / mean) - difference }
    // n ln((1 + v) / (1 − v)) as a series in v, without the terms that cancel.
    let square = ratio * ratio
    var power = 2 * n * ratio
    var sum = difference * ratio
    var odd = 1.0
    while true {
      power *= square
      odd += 2
      let next = sum + power / odd
      if next == sum { return sum }
      sum = next
    }
  }
}
