extension Interval {
  /// The interval of an uplift whose error is known to the first order.
  ///
  /// A ratio of shares of few people is skewed: it can be three times as large by chance, and never
  /// less than nothing. Its square root is not, since roots of counts vary alike whatever the
  /// counts are. So the interval is symmetric around the root of the ratio.
  static func uplift(_ value: Double, half: Double) -> Interval {
    let root = (1 + value).squareRoot()
    let error = half / (2 * root)
    let (least, most) = (max(0, root - error), root + error)
    return Interval(lower: least * least - 1, upper: most * most - 1)
  }
}
