extension Interval {
  /// Wilson's score interval for a share of independent trials.
  public static func wilson(successes: Int64, trials: Int64) -> Interval {
    precondition(trials > 0, "a share of nothing has no interval")
    precondition(0 <= successes && successes <= trials, "successes are some of the trials")
    return wilson(share: Double(successes) / Double(trials), trials: Double(trials))
  }

  /// Wilson's score interval for a share that is as precise as `trials` independent trials, whose
  /// error has the given 97.5 % quantile.
  ///
  /// Unlike share ± error it never leaves 0…1, and it stays accurate near both ends.
  static func wilson(
    share: Double, trials: Double, quantile: Double = normalQuantile
  ) -> Interval {
    let square = quantile * quantile
    let shrink = 1 + square / trials
    let center = (share + square / (2 * trials)) / shrink
    let variance = share * (1 - share) / trials + square / (4 * trials * trials)
    let half = quantile * variance.squareRoot() / shrink
    // At 0 and 1 the two terms cancel exactly in theory, and almost in floating point.
    return Interval(
      lower: share == 0 ? 0 : max(0, center - half),
      upper: share == 1 ? 1 : min(1, center + half))
  }
}
