/// A random number generator with published constants, which scripts in other languages have too.
///
/// For bulk data and for numbers that a vector script draws again; choices of a test are a `Dice`.
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `bound` exclusive.
  public mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  public mutating func chance(percent: Int) -> Bool {
    below(100) < percent
  }

  /// True once in `count` times.
  public mutating func oneIn(_ count: Int) -> Bool {
    below(count) == 0
  }

  /// A number from 0 to 1 exclusive.
  public mutating func fraction() -> Double {
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// A count that is mostly small: each step up happens with the given chance.
  public mutating func count(chance: Double, upTo limit: Int) -> Int {
    var count = 0
    while count < limit && fraction() < chance { count += 1 }
    return count
  }

  /// About normally distributed with mean 0 and deviation 1.
  public mutating func bell() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + fraction() }
  }
}
