/// The 97.5 % quantile of Student's t distribution, for 95 % intervals whose variance is itself an
/// estimate from a few clusters.
enum StudentQuantile {
  /// The quantile for a number of degrees of freedom, to seven digits.
  static func of(degrees: Int64) -> Double {
    precondition(degrees > 0, "a t distribution has a degree of freedom")
    if degrees <= table.count { return table[Int(degrees) - 1] }
    // The expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5).
    let z = Interval.normalQuantile
    let square = z * z
    let first = z * (square + 1) / 4
    let second = z * ((5 * square + 16) * square + 3) / 96
    let third = z * (((3 * square + 19) * square + 17) * square - 15) / 384
    let fourth =
      z * ((((79 * square + 776) * square + 1_482) * square - 1_920) * square - 945) / 92_160
    let share = 1 / Double(degrees)
    return z + share * (first + share * (second + share * (third + share * fourth)))
  }

  /// For 1 to 30 degrees of freedom.
  private static let table: [Double] = [
    12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836,
    2.446911851, 2.364624252, 2.306004135, 2.262157163, 2.228138852,
    2.200985160, 2.178812830, 2.160368656, 2.144786688, 2.131449546,
    2.119905299, 2.109815578, 2.100922040, 2.093024054, 2.085963447,
    2.079613845, 2.073873068, 2.068657610, 2.063898562, 2.059538553,
    2.055529439, 2.051830516, 2.048407142, 2.045229642, 2.042272456,
  ]
}
