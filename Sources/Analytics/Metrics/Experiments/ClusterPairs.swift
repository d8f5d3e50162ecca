/// The clusters of two runs of the same people, paired by their numbers.
struct ClusterPairs {
  /// One of the two runs.
  struct Run {
    fileprivate let table: ClusterTable
    fileprivate let totals: [Int64]
    /// The place of each cluster in the table; nil for one with nothing to count.
    fileprivate let places: [Int?]
    /// The people of each cluster.
    fileprivate let people: [Double]
  }

  let first: Run
  let second: Run

  /// - Parameter people: the people of all clusters, also of those that the tables do not have.
  init(_ first: ClusterTable, _ second: ClusterTable, people: [UInt32: Int64] = [:]) {
    var people = people
    for table in [first, second] {
      for (key, size) in zip(table.keys, table.people) { people[key] = size }
    }
    // In the order of their numbers, so that sums in floating point have the same digits.
    let keys = people.keys.sorted()
    let sizes = keys.map { Double(people[$0] ?? 0) }
    (self.first, self.second) = (Run(first, keys, sizes), Run(second, keys, sizes))
  }
}

extension ClusterPairs.Run {
  fileprivate init(_ table: ClusterTable, _ keys: [UInt32], _ people: [Double]) {
    self.table = table
    totals = table.totals
    let places = Dictionary(uniqueKeysWithValues: zip(table.keys, table.keys.indices))
    self.places = keys.map { places[$0] }
    self.people = people
  }

  /// A metric; nil while a denominator is zero.
  func metric(_ formula: MetricFormula) -> LinearValue? {
    guard let value = formula.value(of: totals[...]) else { return nil }
    let counter = formula.counters[0]
    var linear: LinearValue?
    switch formula.form {
    case .share, .mean, .scaled: linear = ratio([counter], formula.scale ?? 1)
    case .count: linear = count(counter)
    case .monthly: linear = count(counter, 30 / Double(formula.days))
    case .difference(let per):
      if let ours = ratio([counter], Double(per)),
        let theirs = ratio([formula.counters[1]], Double(per))
      {
        linear = ours - theirs
      }
    case .uplift:
      if let ours = ratio([counter]), let theirs = ratio([formula.counters[1]]) {
        linear = ours / theirs
      }
    }
    linear?.value = value
    return linear
  }

  /// The ratio of some counters together, times a scale; nil while the denominator is zero.
  func ratio(_ counters: [Int], _ scale: Double = 1) -> LinearValue? {
    func parts(_ row: ArraySlice<Int64>) -> (numerator: Int64, denominator: Int64) {
      counters.reduce(into: (0, 0)) { sums, counter in
        sums.0 += row[row.startIndex + 2 * counter]
        sums.1 += row[row.startIndex + 2 * counter + 1]
      }
    }
    let (numerator, denominator) = parts(totals[...])
    guard denominator > 0 else { return nil }
    let ratio = Double(numerator) / Double(denominator)
    let cells = places.map { $0.map { parts(table.row($0)) } ?? (numerator: 0, denominator: 0) }
    return LinearValue(
      value: scale * ratio,
      terms: cells.map {
        scale * (Double($0.numerator) - ratio * Double($0.denominator)) / Double(denominator)
      },
      isCounted: cells.map { $0.numerator | $0.denominator != 0 })
  }

  private func count(_ counter: Int, _ scale: Double = 1) -> LinearValue {
    let everyone = people.reduce(0, +)
    let count = Double(totals[2 * counter])
    let share = everyone > 0 ? count / everyone : 0
    let terms = zip(places, people).map { place, size in
      let own = place.map { table.row($0) }.map { Double($0[$0.startIndex + 2 * counter]) } ?? 0
      return scale * (own - share * size)
    }
    return LinearValue(
      value: scale * count, terms: terms,
      isCounted: [Bool](repeating: true, count: people.count))
  }
}
