import Base

/// The weights of a household in the replicates of the bootstrap.
///
/// Drawing households with replacement gives each a nearly Poisson(1) number of copies. Drawing
/// this number for each household separately needs no list of households, so the bootstrap
/// streams. The draw depends only on seed, household and replicate, so all threads agree on it.
enum BootstrapWeights {
  static let replicates = 100

  /// The purposes of this module's random draws.
  private static let decisions = (
    RandomPurpose(0x4B50), RandomPurpose(0x4B51), RandomPurpose(0x4B52), RandomPurpose(0x4B53)
  )

  /// The household's weight in each replicate.
  static func all(household: UInt32, randomness: Randomness) -> [UInt32] {
    var weights = [UInt32](repeating: 0, count: replicates)
    weights.withUnsafeMutableBufferPointer { weights in
      forEach(household: household, randomness: randomness) { replicate, weight in
        weights[replicate] = weight
      }
    }
    return weights
  }

  /// Calls `body` with each replicate and the household's weight in it.
  ///
  /// A draw gives the weights of four replicates, and four draws at a time are faster. The day of
  /// the draw's address, which weights do not need, numbers these groups.
  @inline(__always)
  static func forEach(
    household: UInt32, randomness: Randomness, _ body: (_ replicate: Int, _ weight: UInt32) -> Void
  ) {
    let who = UInt64(household)
    for group in 0..<(replicates + 15) / 16 {
      let draws = randomness.draws(
        decisions.0, decisions.1, decisions.2, decisions.3, who: who, day: Int32(group))
      weigh(draws.0, from: 16 * group, body)
      weigh(draws.1, from: 16 * group + 4, body)
      weigh(draws.2, from: 16 * group + 8, body)
      weigh(draws.3, from: 16 * group + 12, body)
    }
  }

  /// Passes on the weights of one draw. The last group has more weights than replicates.
  @inline(__always)
  private static func weigh(
    _ draw: RandomBits, from replicate: Int, _ body: (_ replicate: Int, _ weight: UInt32) -> Void
  ) {
    guard replicate < replicates else { return }
    let weights = poisson1(
      SIMD4(
        UInt32(truncatingIfNeeded: draw.first), UInt32(truncatingIfNeeded: draw.first &>> 32),
        UInt32(truncatingIfNeeded: draw.second), UInt32(truncatingIfNeeded: draw.second &>> 32)))
    body(replicate, weights.x)
    body(replicate + 1, weights.y)
    body(replicate + 2, weights.z)
    body(replicate + 3, weights.w)
  }

  /// Four Poisson(1) numbers from four uniform words, by inversion.
  static func poisson1(_ words: SIMD4<UInt32>) -> SIMD4<UInt32> {
    var weights = SIMD4<UInt32>.zero
    for number in thresholds.indices {
      let reached = words .>= SIMD4(repeating: thresholds[number])
      weights.replace(with: weights &+ 1, where: reached)
    }
    return weights
  }

  /// 2³² times the probability of at most 0, 1, … 12, rounded down; beyond, it rounds to one.
  static let thresholds: InlineArray<13, UInt32> = [
    1_580_030_168, 3_160_060_337, 3_950_075_421, 4_213_413_783, 4_279_248_373, 4_292_415_291,
    4_294_609_777, 4_294_923_276, 4_294_962_463, 4_294_966_817, 4_294_967_252, 4_294_967_292,
    4_294_967_295,
  ]
}
