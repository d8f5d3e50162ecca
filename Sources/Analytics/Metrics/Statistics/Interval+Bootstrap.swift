extension Interval {
  /// The interval of a ratio whose spread over bootstrap replicates is known.
  ///
  /// A share with standard error `e` is as precise as p(1−p)/e² independent trials; Wilson's
  /// formula with that many trials gives the interval. Compared with the 2.5 and 97.5 % quantiles
  /// of the replicates this needs far fewer replicates, since all of them count and not only the
  /// outermost ones, and it stays within 0…1. The trials are at most the denominator: if all
  /// replicates agree, as they do at 0 and 100 %, the share is still not certain.
  ///
  /// - Parameter replicates: the ratio in every replicate that has a denominator.
  static func bootstrap(share: Double, denominator: Int64, replicates: [Double]) -> Interval? {
    guard let variance = variance(of: replicates) else { return nil }
    let independent = Double(denominator)
    let trials = variance > 0 ? share * (1 - share) / variance : independent
    guard trials > 0 else { return wilson(share: share, trials: independent) }
    return wilson(share: share, trials: min(trials, independent))
  }

  /// The interval of a metric of any form: Wilson's interval for a share, a normal interval for all
  /// others.
  static func bootstrap(
    _ form: MetricForm, value: Double, denominator: Int64, replicates: [Double]
  ) -> Interval? {
    if form == .share {
      return bootstrap(share: value, denominator: denominator, replicates: replicates)
    }
    guard let variance = variance(of: replicates) else { return nil }
    let half = normalQuantile * variance.squareRoot()
    let least =
      switch form {
      case .share, .mean, .scaled, .count, .monthly: 0.0
      case .uplift: -1.0
      case .difference: -Double.greatestFiniteMagnitude
      }
    return Interval(lower: max(least, value - half), upper: value + half)
  }

  /// The variance of a sample; nil with fewer than two values.
  static func variance(of replicates: [Double]) -> Double? {
    guard replicates.count >= 2 else { return nil }
    let count = Double(replicates.count)
    var sum = 0.0
    for replicate in replicates { sum += replicate }
    let mean = sum / count
    var squares = 0.0
    for replicate in replicates { squares += (replicate - mean) * (replicate - mean) }
    return squares / (count - 1)
  }
}
