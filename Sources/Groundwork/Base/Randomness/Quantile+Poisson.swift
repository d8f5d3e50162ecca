extension Quantile {
  /// The smallest count that a Poisson variable does not exceed with probability at least `u`,
  /// which is a rank that a draw can have: from 2^-53 to 1 − 2^-53.
  ///
  /// Complexity: O(mean) up to a mean of 30, O(√mean) from there on.
  public static func poisson(_ u: Double, mean: Double) -> Int {
    precondition(u >= 0x1p-53 && u <= 1 - 0x1p-53, "no draw has a rank this close to zero or one")
    precondition(mean >= 0 && mean <= 1e9, "a mean count lies between zero and 10^9")
    if mean == 0 { return 0 }
    // Adding up from zero is fast, and exact enough where what remains is not tiny.
    if mean <= 30 && u < 0.999 { return poissonFromZero(u, mean: mean) }
    // Of the two tails the one that is the smaller, because its digits are all significant.
    return u <= 0.5 ? poissonByLowerTail(u, mean: mean) : poissonByUpperTail(1 - u, mean: mean)
  }

  private static func poissonFromZero(_ u: Double, mean: Double) -> Int {
    var mass = Mathematics.exp(-mean)
    var below = mass
    var count = 0
    while below < u {
      count += 1
      mass *= mean / Double(count)
      below += mass
    }
    return count
  }

  /// The smallest count with P(X ≤ count) ≥ `tail`.
  private static func poissonByLowerTail(_ tail: Double, mean: Double) -> Int {
    var count = poissonGuess(Mathematics.inverseNormal(tail), mean: mean)
    var mass = PoissonMass(mean: mean).at(count)
    var below = mass * lowerSeries(count, mean: mean)
    while below < tail {
      count += 1
      mass *= mean / Double(count)
      below += mass
    }
    while count > 0 && below - mass >= tail {
      below -= mass
      mass *= Double(count) / mean
      count -= 1
    }
    return count
  }

  /// The smallest count with P(X > count) ≤ `tail`.
  private static func poissonByUpperTail(_ tail: Double, mean: Double) -> Int {
    var count = poissonGuess(-Mathematics.inverseNormal(tail), mean: mean)
    var mass = PoissonMass(mean: mean).at(count)
    var above = mass * upperSeries(count, mean: mean)
    while count > 0 && above + mass <= tail {
      above += mass
      mass *= Double(count) / mean
      count -= 1
    }
    while above > tail {
      count += 1
      mass *= mean / Double(count)
      above -= mass
    }
    return count
  }

  /// The count at the normal rank `z`, corrected for skewness (Cornish and Fisher).
  private static func poissonGuess(_ z: Double, mean: Double) -> Int {
    Int(max(0, mean + z * mean.squareRoot() + (z * z - 1) / 6))
  }

  /// P(X ≤ count) / P(X = count).
  private static func lowerSeries(_ count: Int, mean: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var remaining = Double(count)
    while remaining > 0 && term > sum * 0x1p-60 {
      term *= remaining / mean
      sum += term
      remaining -= 1
    }
    return sum
  }

  /// P(X > count) / P(X = count).
  private static func upperSeries(_ count: Int, mean: Double) -> Double {
    var next = Double(count) + 1
    var term = mean / next
    var sum = term
    while term > sum * 0x1p-60 {
      next += 1
      term *= mean / next
      sum += term
    }
    return sum
  }
}
