/// How the samples of a figure changed: the ratio of the new ones to the old ones.
public struct RatioEstimate: Equatable, Sendable {
  /// The median of the ratios of all pairs.
  public var ratio: Double
  /// Where the ratio lies with at least 95 % confidence; nil for too few samples.
  public var interval: RatioInterval?

  /// The estimate of Hodges and Lehmann, and the interval that belongs to the test of Mann and
  /// Whitney.
  ///
  /// It takes ranks of ratios alone, so one slow sample moves it little. Nil if a side has no
  /// sample, or an old one is zero.
  public init?(old: [Double], new: [Double]) {
    guard !old.isEmpty, !new.isEmpty, old.allSatisfy({ $0 > 0 }) else { return nil }
    let ratios = old.flatMap { one in new.map { $0 / one } }.sorted()
    let half = ratios.count / 2
    ratio =
      ratios.count % 2 == 1 ? ratios[half] : (ratios[half - 1] * ratios[half]).squareRoot()
    let place = RankSums.intervalPlace(old.count, new.count)
    interval =
      place > 0 ? RatioInterval(ratios[place - 1], ratios[ratios.count - place]) : nil
  }
}

/// An interval of ratios.
public struct RatioInterval: Equatable, Sendable {
  public var lower: Double
  public var upper: Double

  public init(_ lower: Double, _ upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Whether no change is outside of it.
  public var excludesNoChange: Bool { lower > 1 || upper < 1 }
}

/// The distribution of the rank sum of two samples from one population.
enum RankSums {
  /// The number of samples on a side up to which the distribution is exact.
  static let exactMax = 40
  private static let tail = 0.025
  /// The 97.5 % quantile of the normal distribution.
  private static let quantile = 1.959963984540054

  /// The largest k for which the k-th smallest and the k-th largest of all pairs enclose the true
  /// value with at least 95 %; 0 if not even the outermost pair does.
  static func intervalPlace(_ old: Int, _ new: Int) -> Int {
    guard old <= exactMax, new <= exactMax else {
      let (one, two) = (Double(old), Double(new))
      let deviation = (one * two * (one + two + 1) / 12).squareRoot()
      return max(0, Int((one * two / 2 - quantile * deviation).rounded(.down)))
    }
    let counts = counts(old, new)
    let all = counts.reduce(0, +)
    var (sum, place) = (0.0, 0)
    for count in counts {
      sum += count
      if sum > tail * all { break }
      place += 1
    }
    return place
  }

  /// In how many orders of the samples a number of pairs has the new one below the old one, for
  /// each number from 0.
  static func counts(_ old: Int, _ new: Int) -> [Double] {
    // counts[n][u] for n old samples, and for one more new sample with every round.
    var counts = (0...old).map { _ in [1.0] }
    for columns in 1...max(new, 1) where new > 0 {
      // Without an old sample there are no pairs.
      var next = [[1.0]]
      for rows in 1...max(old, 1) where old > 0 {
        // The largest sample is a new one, or an old one, which all new ones are below.
        var sums = [Double](repeating: 0, count: rows * columns + 1)
        for (place, count) in counts[rows].enumerated() { sums[place] += count }
        for (place, count) in next[rows - 1].enumerated() { sums[place + columns] += count }
        next.append(sums)
      }
      counts = next
    }
    return counts[old]
  }
}
