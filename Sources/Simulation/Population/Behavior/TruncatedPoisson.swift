import Base
import Scenarios

/// A Poisson distribution restricted to a range.
///
/// Truncation shifts the mean, so a scenario that asks for a mean would get another one, unless the
/// rate is chosen so that the truncated mean is the requested one.
struct TruncatedPoisson {
  let rate: Double

  /// The distribution whose rate is the requested mean.
  init(mean: Double) {
    rate = mean
  }

  /// The distribution whose mean over `counts` is as requested, or as near as they allow. Values
  /// outside are never drawn, or moved to the nearest end if `isClamped`.
  init(mean: Double, over counts: ClosedRange<Int>, isClamped: Bool = false) {
    var (low, high) = (0.0, 200.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Self.mean(rate: middle, over: counts, isClamped) < mean {
        low = middle
      } else {
        high = middle
      }
    }
    rate = (low + high) / 2
  }

  /// The likelihood of each count from zero on, up to a factor.
  static func masses(rate: Double, count: Int) -> [Double] {
    var masses: [Double] = []
    var mass = Mathematics.exp(-rate)
    for count in 0..<count {
      masses.append(mass)
      mass *= rate / Double(count + 1)
    }
    return masses
  }

  private static func mean(
    rate: Double, over counts: ClosedRange<Int>, _ isClamped: Bool
  ) -> Double {
    let masses = masses(rate: rate, count: counts.upperBound + 1)
    var (sum, total) = (0.0, 0.0)
    for (count, mass) in masses.enumerated() where isClamped || counts.contains(count) {
      sum += mass * Double(max(counts.lowerBound, count))
      total += mass
    }
    if isClamped {
      sum += max(0, 1 - total) * Double(counts.upperBound)
      total = max(1, total)
    }
    // A rate far beyond the range leaves only its upper end.
    return total > 0 ? sum / total : Double(counts.upperBound)
  }
}
