import Base

/// The log-rank test of Mantel: whether two kinds of people churn at different times.
///
/// Day by day it compares how many of the first kind churned with how many would have if both kinds
/// had the same hazard.
public struct LogRank: Hashable, Sendable {
  /// How many of the first kind churned, and how many were expected to.
  public let left: Int64
  public let expected: Double
  /// The squared difference over its variance: chi-squared with one degree of freedom.
  public let statistic: Double
  /// The p-value.
  public let probability: Double

  /// All lists count people by days: `left` those who churned, `stayed` those who were censored.
  /// Nil if no one churned while people of both kinds were observed.
  public init?(left: [Int64], stayed: [Int64], againstLeft: [Int64], againstStayed: [Int64]) {
    precondition(
      left.count == stayed.count && left.count == againstLeft.count
        && left.count == againstStayed.count, "all lists count the same days")
    var ours = left.sum + stayed.sum
    var theirs = againstLeft.sum + againstStayed.sum
    var (expected, variance) = (0.0, 0.0)
    for day in left.indices {
      let gone = Double(left[day] + againstLeft[day])
      let (first, second) = (Double(ours), Double(theirs))
      let all = first + second
      if gone > 0 {
        expected += gone * first / all
        if all > 1 { variance += gone * first * second * (all - gone) / (all * all * (all - 1)) }
      }
      ours -= left[day] + stayed[day]
      theirs -= againstLeft[day] + againstStayed[day]
    }
    guard variance > 0 else { return nil }
    self.left = left.sum
    self.expected = expected
    let difference = Double(left.sum) - expected
    statistic = difference * difference / variance
    probability = Self.complementaryError((statistic / 2).squareRoot())
  }

  /// The complementary error function: both tails of a normal distribution beyond z·√2 deviations.
  static func complementaryError(_ z: Double) -> Double {
    precondition(z >= 0, "z cannot be negative")
    let square = z * z
    let scale = Mathematics.exp(-square) / 1.7724538509055160273
    guard z >= 2.5 else {
      var (term, sum, odd) = (z, z, 1.0)
      while term > sum * 0x1p-60 {
        odd += 2
        term *= 2 * square / odd
        sum += term
      }
      return 1 - 2 * scale * sum
    }
    var fraction = 0.0
    for level in stride(from: 60, through: 1, by: -1) {
      fraction = Double(level) / 2 / (z + fraction)
    }
    return scale / (z + fraction)
  }
}

extension MetricAccumulator {
  /// Whether these people churn at other times than the other people of a run: those of `all` who
  /// are not counted here.
  public func leaving(in side: Side, comparedWithOthersOf all: MetricAccumulator) -> LogRank? {
    let (ours, everybody) = (sums(side).leaving, all.sums(side).leaving)
    guard ours.left.count == everybody.left.count else { return nil }
    return LogRank(
      left: ours.left, stayed: ours.stayed,
      againstLeft: zip(everybody.left, ours.left).map { $0 - $1 },
      againstStayed: zip(everybody.stayed, ours.stayed).map { $0 - $1 })
  }
}
