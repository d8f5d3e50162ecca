/// The pooled ratios of one side, as they are and with the households weighed anew.
struct Resampling: Hashable, Sendable {
  /// Every household once.
  private(set) var total = PooledCounts()
  /// For every ratio, the households that have a denominator.
  private var households = [Int64](repeating: 0, count: PooledRatio.allCases.count)
  /// Every household as often as it weighs in the replicate.
  var replicates = [PooledCounts](repeating: PooledCounts(), count: BootstrapWeights.replicates)

  /// Counts a household; its weighing is the caller's.
  mutating func note(_ household: PooledCounts) {
    precondition(household.fitsHousehold, "a household cannot have lived that much")
    total.add(household)
    for ratio in PooledRatio.allCases where household.denominator(ratio) > 0 {
      households[ratio.rawValue] += 1
    }
  }

  mutating func merge(_ other: Resampling) {
    total.add(other.total)
    for index in households.indices { households[index] += other.households[index] }
    for replicate in replicates.indices { replicates[replicate].add(other.replicates[replicate]) }
  }

  /// The ratio with its interval, for which it takes two households; nothing without a denominator.
  func estimate(_ ratio: PooledRatio) -> Estimate? {
    let (numerator, denominator) = (total.numerator(ratio), total.denominator(ratio))
    guard denominator > 0 else { return nil }
    guard households[ratio.rawValue] > 1 else {
      return Estimate(numerator: numerator, denominator: denominator, interval: nil)
    }
    let ratios = replicates.filter { $0.denominator(ratio) > 0 }
      .map { Double($0.numerator(ratio)) / Double($0.denominator(ratio)) }
    return Estimate(
      numerator: numerator, denominator: denominator,
      interval: .bootstrap(
        share: Double(numerator) / Double(denominator), denominator: denominator,
        replicates: ratios))
  }
}
