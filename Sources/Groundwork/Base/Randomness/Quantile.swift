/// The inverses of distribution functions: the value that a variable stays below with
/// probability `u`, strictly between 0 and 1.
///
/// A draw goes through its distribution's inverse, so one decision needs one slot whatever the
/// distribution, and the same draw under other parameters has the same rank.
public enum Quantile {
  @inlinable
  public static func normal(_ u: Double, mean: Double, deviation: Double) -> Double {
    mean + deviation * Mathematics.inverseNormal(u)
  }

  /// `sigma` is the standard deviation of the logarithm.
  @inlinable
  public static func logNormal(_ u: Double, median: Double, sigma: Double) -> Double {
    median * Mathematics.exp(sigma * Mathematics.inverseNormal(u))
  }

  @inlinable
  public static func exponential(_ u: Double, mean: Double) -> Double {
    -mean * Mathematics.log1p(-u)
  }

  @inlinable
  public static func weibull(_ u: Double, shape: Double, scale: Double) -> Double {
    scale * Mathematics.power(-Mathematics.log1p(-u), 1 / shape)
  }
}
