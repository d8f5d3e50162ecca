/// The sums of one side over households, as they are and with the households weighed anew.
struct BootstrapSums: Hashable, Sendable, Codable {
  private let counters: Int
  /// Every household once: numerators and denominators in turn.
  private var totals: [Int64]
  /// For every counting, the households that have anything to count.
  private var households: [Int64]
  /// Every household as often as it weighs in the replicate: for each sum a row of replicates, so
  /// that a sum to which a household adds nothing is passed over.
  private var replicates: [Int64]

  init(counters: Int) {
    self.counters = counters
    totals = [Int64](repeating: 0, count: 2 * counters)
    households = [Int64](repeating: 0, count: counters)
    replicates = [Int64](repeating: 0, count: 2 * counters * BootstrapWeights.replicates)
  }

  /// Counts a household; its weighing is the caller's.
  mutating func note(_ household: HouseholdCounts) {
    for index in totals.indices { totals[index] += Int64(household.sums[index]) }
    for counter in 0..<counters
    where household.sums[2 * counter] | household.sums[2 * counter + 1] > 0 {
      households[counter] += 1
    }
  }

  /// Adds a household to every replicate, as often as it weighs there.
  mutating func weigh(_ household: HouseholdCounts, _ weights: [UInt32]) {
    replicates.withUnsafeMutableBufferPointer { replicates in
      weights.withUnsafeBufferPointer { weights in
        for (index, sum) in household.sums.enumerated() where sum > 0 {
          let row = index * weights.count
          for replicate in 0..<weights.count {
            let product = UInt64(sum) &* UInt64(weights[replicate])
            replicates[row &+ replicate] &+= Int64(truncatingIfNeeded: product)
          }
        }
      }
    }
  }

  mutating func merge(_ other: BootstrapSums) {
    totals.add(other.totals)
    households.add(other.households)
    replicates.add(other.replicates)
  }

  /// A figure with every household once.
  func value(_ formula: MetricFormula) -> Double? { formula.value(of: totals[...]) }

  /// How many households have anything to count for a figure.
  func households(_ formula: MetricFormula) -> Int64 {
    formula.counters.map { households[$0] }.min() ?? 0
  }

  /// A figure in every replicate, nothing where there is nothing to divide by.
  func replicates(_ formula: MetricFormula) -> [Double?] {
    var row = [Int64](repeating: 0, count: 2 * counters)
    return (0..<BootstrapWeights.replicates).map { replicate in
      // Of a row only what the figure takes is filled in.
      for counter in formula.counters { fill(&row, counter, of: replicate) }
      return formula.value(of: row[...])
    }
  }

  private func fill(_ row: inout [Int64], _ counter: Int, of replicate: Int) {
    let first = 2 * counter * BootstrapWeights.replicates + replicate
    row[2 * counter] = replicates[first]
    row[2 * counter + 1] = replicates[first + BootstrapWeights.replicates]
  }

  /// Whatever sums come to, with every household once and in every replicate.
  func values(
    _ value: (ArraySlice<Int64>) -> Double?
  ) -> (value: Double?, replicates: [Double?]) {
    var row = totals
    let values = (0..<BootstrapWeights.replicates).map { replicate in
      for counter in 0..<counters { fill(&row, counter, of: replicate) }
      return value(row[...])
    }
    return (value(totals[...]), values)
  }

  /// A figure with its interval, for which it takes two households; nothing without anything to
  /// count.
  func estimate(_ formula: MetricFormula) -> Estimate? {
    guard let value = formula.value(of: totals[...]) else { return nil }
    let counted = formula.counters.map { households[$0] }.min() ?? 0
    let (numerator, denominator) = formula.parts(of: totals[...])
    var interval: Interval?
    if counted > 1 {
      interval = .bootstrap(
        formula.form, value: value, denominator: denominator,
        replicates: replicates(formula).compactMap(\.self))
    }
    return Estimate(
      value: value, numerator: numerator, denominator: denominator, interval: interval,
      households: counted)
  }

  // MARK: Numbers

  /// All that it holds, for `init(counters:numbers:)`.
  var numbers: [Int64] { totals + households + replicates }

  /// How many numbers it holds for so many countings.
  static func numberCount(counters: Int) -> Int {
    3 * counters + 2 * counters * BootstrapWeights.replicates
  }

  init(counters: Int, numbers: ArraySlice<Int64>) {
    precondition(numbers.count == Self.numberCount(counters: counters), "not that many countings")
    self.counters = counters
    totals = Array(numbers.prefix(2 * counters))
    households = Array(numbers.dropFirst(2 * counters).prefix(counters))
    replicates = Array(numbers.dropFirst(3 * counters))
  }
}
