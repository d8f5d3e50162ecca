/// How a figure comes from sums: which of them it takes, and what it makes of them.
struct MetricFormula {
  let form: MetricForm
  /// The places of what is counted, and of what that is compared with.
  let counters: [Int]
  let days: Int

  init(_ form: MetricForm, counter: Int, against: Int? = nil, days: Int) {
    self.form = form
    counters = [counter] + (against.map { [$0] } ?? [])
    self.days = days
  }

  init(_ definition: MetricDefinition, days: Int) {
    self.init(
      definition.form, counter: MetricCounterTable.place(of: definition.counter),
      against: definition.against.map(MetricCounterTable.place), days: days)
  }

  /// The two sums that are shown beside the value.
  func parts(of sums: ArraySlice<Int64>) -> (numerator: Int64, denominator: Int64) {
    let (numerator, denominator) = sums.parts(counters[0])
    return switch form {
    case .count: (numerator, 1)
    case .monthly: (numerator, Int64(days))
    case .share, .mean, .scaled, .difference, .uplift: (numerator, denominator)
    }
  }

  /// What the sums come to, step by step as the published SQL computes it; nothing as long as
  /// there is nothing to divide by.
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

// Figures that hold some against others, of all of them or of one kind.
extension MetricFormula {
  private var per: Int { if case .difference(let per) = form { per } else { 1 } }

  /// What the figure is of everybody whom it counts, whichever kind they are.
  func value(ofAll sums: ArraySlice<Int64>) -> Double? {
    var (numerator, denominator) = (Int64(0), Int64(0))
    for counter in counters {
      let parts = sums.parts(counter)
      (numerator, denominator) = (numerator + parts.numerator, denominator + parts.denominator)
    }
    return denominator > 0 ? Double(numerator) * Double(per) / Double(denominator) : nil
  }

  /// What the figure is of those that it counts, or of those it holds them against.
  func value(ofKind place: Int, _ sums: ArraySlice<Int64>) -> Double? {
    sums.ratio(counters[place], per)
  }
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
