extension Interval {
  /// The interval of a share whose variance between clusters is known.
  ///
  /// A share with variance v is as precise as p(1−p)/v independent trials. Wilson's formula with
  /// that many trials and Student's quantile stays within 0…1, and is wide where few clusters are
  /// (as Korn and Graubard do, "Confidence intervals for proportions with small expected number of
  /// positive counts", 1998). None or all show no variance: then the trials count as independent,
  /// since nothing tells otherwise, and the error is normal, since no variance is estimated.
  static func share(
    _ share: Double, variance: Double, trials: Double, quantile: Double
  ) -> Interval {
    let spread = share * (1 - share)
    guard variance > 0, spread > 0 else { return wilson(share: share, trials: trials) }
    return wilson(share: share, trials: spread / variance, quantile: quantile)
  }

  /// The upper bound of how many independent events to expect where none was seen: with as many,
  /// none is seen in 2.5 of 100 runs.
  static let noneUpper = 3.688879454113936
}
