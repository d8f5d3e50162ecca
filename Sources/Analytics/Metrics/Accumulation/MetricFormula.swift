/// How a metric is computed from sums: which of them it uses, and how.
struct MetricFormula {
  let form: MetricForm
  /// The indices of the counter, and of the base of comparison.
  let counters: [Int]
  let days: Int
  /// Why the metric has no interval, if it never has one.
  let gap: IntervalGap?

  init(
    _ form: MetricForm, counter: Int, against: Int? = nil, days: Int, gap: IntervalGap? = nil
  ) {
    self.form = form
    counters = [counter] + (against.map { [$0] } ?? [])
    self.days = days
    self.gap = gap
  }

  init(_ definition: MetricDefinition, days: Int) {
    self.init(
      definition.form, counter: MetricCounterTable.place(of: definition.counter),
      against: definition.against.map(MetricCounterTable.place), days: days,
      gap: definition.gap)
  }

  /// Numerator and denominator, as shown with the value.
  func parts(of sums: ArraySlice<Int64>) -> (numerator: Int64, denominator: Int64) {
    let (numerator, denominator) = sums.parts(counters[0])
    return switch form {
    case .count: (numerator, 1)
    case .monthly: (numerator, Int64(days))
    case .share, .mean, .scaled, .difference, .uplift: (numerator, denominator)
    }
  }

  /// The value, in the same steps as in the published SQL; nil while a denominator is zero.
  func value(of sums: ArraySlice<Int64>) -> Double? {
    switch form {
    case .share, .mean: sums.ratio(counters[0])
    case .scaled(let times, let over): sums.ratio(counters[0], times, over: over)
    case .count: Double(sums.parts(counters[0]).numerator)
    case .monthly: Double(sums.parts(counters[0]).numerator) * 30 / Double(days)
    case .difference(let per):
      if let ours = sums.ratio(counters[0], per), let theirs = sums.ratio(counters[1], per) {
        ours - theirs
      } else {
        nil
      }
    case .uplift:
      if let ours = sums.ratio(counters[0]), let theirs = sums.ratio(counters[1]), theirs > 0 {
        ours / theirs - 1
      } else {
        nil
      }
    }
  }
}

extension MetricFormula {
  /// The unit of a ratio: per how many of its denominator.
  var per: Double { if case .difference(let per) = form { Double(per) } else { 1 } }
}

extension ArraySlice<Int64> {
  fileprivate func parts(_ counter: Int) -> (numerator: Int64, denominator: Int64) {
    (self[startIndex + 2 * counter], self[startIndex + 2 * counter + 1])
  }

  fileprivate func ratio(_ counter: Int, _ per: Int = 1, over: Int = 1) -> Double? {
    let (numerator, denominator) = parts(counter)
    guard denominator > 0 else { return nil }
    return Double(numerator) * Double(per) / (Double(denominator) * Double(over))
  }
}
