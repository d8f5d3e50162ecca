extension Interval {
  /// Newcombe's interval for the difference of two independent shares, first minus second.
  ///
  /// It joins the two Wilson intervals ("Interval estimation for the difference between independent
  /// proportions", 1998, method 10), so it inherits their behavior near 0 and 1.
  public static func newcombe(
    successes: Int64, trials: Int64, againstSuccesses: Int64, againstTrials: Int64
  ) -> Interval {
    let ours = wilson(successes: successes, trials: trials)
    let theirs = wilson(successes: againstSuccesses, trials: againstTrials)
    let share = Double(successes) / Double(trials)
    let against = Double(againstSuccesses) / Double(againstTrials)
    let down = hypotenuse(share - ours.lower, theirs.upper - against)
    let up = hypotenuse(ours.upper - share, against - theirs.lower)
    return Interval(lower: share - against - down, upper: share - against + up)
  }

  private static func hypotenuse(_ first: Double, _ second: Double) -> Double {
    (first * first + second * second).squareRoot()
  }
}
