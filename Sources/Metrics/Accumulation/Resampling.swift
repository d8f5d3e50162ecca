/// The sums of one side over households, as they are and with the households weighed anew.
struct Resampling: Hashable, Sendable, Codable {
  private let countings: Int
  /// Every household once: numerators and denominators in turn.
  private var totals: [Int64]
  /// For every counting, the households that have anything to count.
  private var households: [Int64]
  /// Every household as often as it weighs in the replicate: a row of sums for each.
  private var replicates: [Int64]

  init(countings: Int) {
    self.countings = countings
    totals = [Int64](repeating: 0, count: 2 * countings)
    households = [Int64](repeating: 0, count: countings)
    replicates = [Int64](repeating: 0, count: 2 * countings * BootstrapWeights.replicates)
  }

  /// Counts a household; its weighing is the caller's.
  mutating func note(_ household: HouseholdCounts) {
    for index in totals.indices { totals[index] += Int64(household.sums[index]) }
    for counting in 0..<countings
    where household.sums[2 * counting] | household.sums[2 * counting + 1] > 0 {
      households[counting] += 1
    }
  }

  /// Adds a household to every replicate, as often as it weighs there.
  mutating func weigh(_ household: HouseholdCounts, _ weights: [UInt32]) {
    let count = 2 * countings
    replicates.withUnsafeMutableBufferPointer { replicates in
      household.sums.withUnsafeBufferPointer { sums in
        for (replicate, weight) in weights.enumerated() where weight > 0 {
          let row = replicate * count
          for index in 0..<count {
            let product = UInt64(sums[index]) &* UInt64(weight)
            replicates[row &+ index] &+= Int64(truncatingIfNeeded: product)
          }
        }
      }
    }
  }

  mutating func merge(_ other: Resampling) {
    totals.add(other.totals)
    households.add(other.households)
    replicates.add(other.replicates)
  }

  /// A figure with every household once.
  func value(_ figure: Figure) -> Double? { figure.value(of: totals[...]) }

  /// How many households have anything to count for a figure.
  func households(_ figure: Figure) -> Int64 {
    figure.countings.map { households[$0] }.min() ?? 0
  }

  /// A figure in every replicate, nothing where there is nothing to divide by.
  func replicates(_ figure: Figure) -> [Double?] {
    values { figure.value(of: $0) }.replicates
  }

  /// Whatever sums come to, with every household once and in every replicate.
  func values(
    _ value: (ArraySlice<Int64>) -> Double?
  ) -> (value: Double?, replicates: [Double?]) {
    let rows = (0..<BootstrapWeights.replicates).map { replicate in
      value(replicates[2 * countings * replicate..<2 * countings * (replicate + 1)])
    }
    return (value(totals[...]), rows)
  }

  /// A figure with its interval, for which it takes two households; nothing without anything to
  /// count.
  func estimate(_ figure: Figure) -> Estimate? {
    guard let value = figure.value(of: totals[...]) else { return nil }
    let counted = figure.countings.map { households[$0] }.min() ?? 0
    let (numerator, denominator) = figure.parts(of: totals[...])
    var interval: Interval?
    if counted > 1 {
      let spread = (0..<BootstrapWeights.replicates).compactMap { replicate in
        figure.value(of: replicates[2 * countings * replicate..<2 * countings * (replicate + 1)])
      }
      interval = .bootstrap(
        figure.form, value: value, denominator: denominator, replicates: spread)
    }
    return Estimate(
      value: value, numerator: numerator, denominator: denominator, interval: interval,
      households: counted)
  }
}
