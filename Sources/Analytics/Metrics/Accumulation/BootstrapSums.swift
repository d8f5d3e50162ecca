/// The sums of one side over households: the plain sums, and those of each bootstrap replicate.
struct BootstrapSums: Hashable, Sendable, Codable {
  private let counters: Int
  /// Each household with weight one: numerators and denominators alternate.
  private var totals: [Int64]
  /// Per counter, the number of households with anything to count.
  private var households: [Int64]
  /// Each household with its weight in the replicate. Per sum there is a row of replicates, so that
  /// a sum to which a household adds nothing is skipped.
  private var replicates: [Int64]

  init(counters: Int) {
    self.counters = counters
    totals = [Int64](repeating: 0, count: 2 * counters)
    households = [Int64](repeating: 0, count: counters)
    replicates = [Int64](repeating: 0, count: 2 * counters * BootstrapWeights.replicates)
  }

  /// Adds a household to the plain sums; the caller also calls `weigh`.
  mutating func note(_ household: HouseholdCounts) {
    for index in totals.indices { totals[index] += Int64(household.sums[index]) }
    for counter in 0..<counters
    where household.sums[2 * counter] | household.sums[2 * counter + 1] > 0 {
      households[counter] += 1
    }
  }

  /// Adds a household to each replicate with its weight there.
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

  /// A metric with each household once.
  func value(_ formula: MetricFormula) -> Double? { formula.value(of: totals[...]) }

  /// The sums of a counter, with each household once.
  func tally(_ counter: MetricCounter) -> MetricCounter.Tally {
    let place = 2 * MetricCounterTable.place(of: counter)
    return MetricCounter.Tally(Int(totals[place]), of: Int(totals[place + 1]))
  }

  /// The number of households with anything to count for a metric.
  func households(_ formula: MetricFormula) -> Int64 {
    formula.counters.map { households[$0] }.min() ?? 0
  }

  /// A metric in each replicate; nil while its denominator is zero.
  func replicates(_ formula: MetricFormula) -> [Double?] {
    var row = [Int64](repeating: 0, count: 2 * counters)
    return (0..<BootstrapWeights.replicates).map { replicate in
      // Only the sums that the metric uses are filled in.
      for counter in formula.counters { fill(&row, counter, of: replicate) }
      return formula.value(of: row[...])
    }
  }

  private func fill(_ row: inout [Int64], _ counter: Int, of replicate: Int) {
    let first = 2 * counter * BootstrapWeights.replicates + replicate
    row[2 * counter] = replicates[first]
    row[2 * counter + 1] = replicates[first + BootstrapWeights.replicates]
  }

  /// A function of the sums, with each household once and in each replicate.
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

  /// A metric with its interval, which needs two households; nil while its denominator is zero.
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

  /// The whole contents, for `init(counters:numbers:)`.
  var numbers: [Int64] { totals + households + replicates }

  /// The count of `numbers` for a number of counters.
  static func numberCount(counters: Int) -> Int {
    3 * counters + 2 * counters * BootstrapWeights.replicates
  }

  init(counters: Int, numbers: ArraySlice<Int64>) {
    precondition(numbers.count == Self.numberCount(counters: counters), "wrong number of numbers")
    self.counters = counters
    totals = Array(numbers.prefix(2 * counters))
    households = Array(numbers.dropFirst(2 * counters).prefix(counters))
    replicates = Array(numbers.dropFirst(3 * counters))
  }
}
