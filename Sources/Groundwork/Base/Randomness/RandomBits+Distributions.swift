extension RandomBits {
  /// A number strictly between 0 and 1: one of the 2^52 odd multiples of 2^-53, evenly.
  ///
  /// They lie symmetrically about ½ and 1 − `unit` is exact, so both tails are equally fine.
  @inlinable
  public var unit: Double {
    Double(Int64(bitPattern: first &>> 11 | 1)) * 0x1p-53
  }

  @inlinable
  public func normal(mean: Double, deviation: Double) -> Double {
    Quantile.normal(unit, mean: mean, deviation: deviation)
  }

  /// `sigma` is the standard deviation of the logarithm.
  @inlinable
  public func logNormal(median: Double, sigma: Double) -> Double {
    Quantile.logNormal(unit, median: median, sigma: sigma)
  }

  @inlinable
  public func exponential(mean: Double) -> Double {
    Quantile.exponential(unit, mean: mean)
  }

  @inlinable
  public func weibull(shape: Double, scale: Double) -> Double {
    Quantile.weibull(unit, shape: shape, scale: scale)
  }

  /// A count with this mean. Complexity: O(mean) up to a mean of 30, O(√mean) from there on.
  @inlinable
  public func poisson(mean: Double) -> Int {
    Quantile.poisson(unit, mean: mean)
  }
}
