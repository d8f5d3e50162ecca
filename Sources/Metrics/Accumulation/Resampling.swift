/// The sums of one side over households, as they are and with the households weighed anew.
struct Resampling: Hashable, Sendable, Codable {
  private let countings: Int
  /// Every household once: numerators and denominators in turn.
  private var totals: [Int64]
  /// For every counting, the households that have anything to count.
  private var households: [Int64]
  /// Every household as often as it weighs in the replicate: for each sum a row of replicates, so
  /// that a sum to which a household adds nothing is passed over.
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
    var row = [Int64](repeating: 0, count: 2 * countings)
    return (0..<BootstrapWeights.replicates).map { replicate in
      // Of a row only what the figure takes is filled in.
      for counting in figure.countings { fill(&row, counting, of: replicate) }
      return figure.value(of: row[...])
    }
  }

  private func fill(_ row: inout [Int64], _ counting: Int, of replicate: Int) {
    let first = 2 * counting * BootstrapWeights.replicates + replicate
    row[2 * counting] = replicates[first]
    row[2 * counting + 1] = replicates[first + BootstrapWeights.replicates]
  }

  /// Whatever sums come to, with every household once and in every replicate.
  func values(
    _ value: (ArraySlice<Int64>) -> Double?
  ) -> (value: Double?, replicates: [Double?]) {
    var row = totals
    let values = (0..<BootstrapWeights.replicates).map { replicate in
      for counting in 0..<countings { fill(&row, counting, of: replicate) }
      return value(row[...])
    }
    return (value(totals[...]), values)
  }

  /// A figure with its interval, for which it takes two households; nothing without anything to
  /// count.
  func estimate(_ figure: Figure) -> Estimate? {
    guard let value = figure.value(of: totals[...]) else { return nil }
    let counted = figure.countings.map { households[$0] }.min() ?? 0
    let (numerator, denominator) = figure.parts(of: totals[...])
    var interval: Interval?
    if counted > 1 {
      interval = .bootstrap(
        figure.form, value: value, denominator: denominator,
        replicates: replicates(figure).compactMap(\.self))
    }
    return Estimate(
      value: value, numerator: numerator, denominator: denominator, interval: interval,
      households: counted)
  }

  // MARK: Numbers

  /// All that it holds, for `init(countings:numbers:)`.
  var numbers: [Int64] { totals + households + replicates }

  /// How many numbers it holds for so many countings.
  static func numberCount(countings: Int) -> Int {
    3 * countings + 2 * countings * BootstrapWeights.replicates
  }

  init(countings: Int, numbers: ArraySlice<Int64>) {
    precondition(numbers.count == Self.numberCount(countings: countings), "not that many countings")
    self.countings = countings
    totals = Array(numbers.prefix(2 * countings))
    households = Array(numbers.dropFirst(2 * countings).prefix(countings))
    replicates = Array(numbers.dropFirst(3 * countings))
  }
}
