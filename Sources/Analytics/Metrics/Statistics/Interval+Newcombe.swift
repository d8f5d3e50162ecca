extension Interval {
  /// Newcombe's interval for the difference of two independent shares, first minus second.
  ///
  /// It joins the two Wilson intervals ("Interval estimation for the difference between independent
  /// proportions", 1998, method 10), so it inherits their behavior near 0 and 1.
  public static func newcombe(
    successes: Int64, trials: Int64, againstSuccesses: Int64, againstTrials: Int64
  ) -> Interval {
    difference(
      of: (
        Double(successes) / Double(trials), wilson(successes: successes, trials: trials)
      ),
      minus: (
        Double(againstSuccesses) / Double(againstTrials),
        wilson(successes: againstSuccesses, trials: againstTrials)
      ))
  }

  /// The interval of the difference of two independent values, from the interval of each:
  /// Newcombe's method for any intervals (Zou and Donner, "Construction of confidence limits about
  /// effect measures", 2008).
  static func difference(
    of ours: (value: Double, interval: Interval), minus theirs: (value: Double, interval: Interval)
  ) -> Interval {
    let difference = ours.value - theirs.value
    let down = hypotenuse(
      ours.value - ours.interval.lower, theirs.interval.upper - theirs.value)
    let up = hypotenuse(ours.interval.upper - ours.value, theirs.value - theirs.interval.lower)
    return Interval(lower: difference - down, upper: difference + up)
  }

  private static func hypotenuse(_ first: Double, _ second: Double) -> Double {
    (first * first + second * second).squareRoot()
  }
}
