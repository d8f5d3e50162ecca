/// The sums of one side over clusters of households, and the sums of their squares and products.
///
/// These are all that a linearized variance needs. They are whole numbers of up to 128 bits, so
/// they are exact, and merge in any order into the same.
struct ClusterMoments: Hashable, Sendable {
  /// Two counters that a metric compares.
  typealias Pair = MomentLayout.Pair

  let layout: MomentLayout
  /// Numerators and denominators alternate.
  private(set) var totals: [Int64]
  /// Per counter: households with anything to count, clusters with anything to count, clusters with
  /// a numerator, and clusters whose numerator is not their denominator.
  private var counts: [Int64]
  /// Per counter: the squared numerators, the numerators times the denominators, the squared
  /// denominators, and the numerators times the people of the cluster.
  private var squares: [Int128]
  /// Per pair: the products of the first counter's two sums with the second one's.
  private var products: [Int128]

  init(_ layout: MomentLayout) {
    self.layout = layout
    totals = [Int64](repeating: 0, count: 2 * layout.counters)
    counts = [Int64](repeating: 0, count: 4 * layout.counters)
    squares = [Int128](repeating: 0, count: 4 * layout.counters)
    products = [Int128](repeating: 0, count: 4 * layout.pairs.count)
  }

  /// Notes a household; its sums are added with those of its cluster.
  mutating func note(household: HouseholdCounts) {
    counts.withUnsafeMutableBufferPointer { counts in
      household.sums.withUnsafeBufferPointer { sums in
        for counter in 0..<layout.counters where sums[2 * counter] | sums[2 * counter + 1] > 0 {
          counts[4 * counter] += 1
        }
      }
    }
  }

  /// Adds a whole cluster: its sums, and the number of its people.
  mutating func add(cluster sums: [Int64], people: Int64) {
    for counter in 0..<layout.counters {
      let (numerator, denominator) = (sums[2 * counter], sums[2 * counter + 1])
      guard numerator | denominator != 0 else { continue }
      totals[2 * counter] += numerator
      totals[2 * counter + 1] += denominator
      counts[4 * counter + 1] += 1
      if numerator != 0 { counts[4 * counter + 2] += 1 }
      if numerator != denominator { counts[4 * counter + 3] += 1 }
      let place = 4 * counter
      squares[place] += Self.product(numerator, numerator)
      squares[place + 1] += Self.product(numerator, denominator)
      squares[place + 2] += Self.product(denominator, denominator)
      squares[place + 3] += Self.product(numerator, people)
    }
    for (place, pair) in layout.pairs.enumerated() {
      for first in 0..<2 {
        for second in 0..<2 {
          products[4 * place + 2 * first + second] += Self.product(
            sums[2 * pair.first + first], sums[2 * pair.second + second])
        }
      }
    }
  }

  private static func product(_ first: Int64, _ second: Int64) -> Int128 {
    let product = first.multipliedFullWidth(by: second)
    return Int128(product.high) << 64 | Int128(product.low)
  }

  mutating func merge(_ other: ClusterMoments) {
    precondition(layout == other.layout, "only sums of the same counters can be added")
    totals.add(other.totals)
    counts.add(other.counts)
    for index in squares.indices { squares[index] += other.squares[index] }
    for index in products.indices { products[index] += other.products[index] }
  }

  // MARK: What intervals are made of

  /// The sums of a counter over all clusters.
  func tally(_ counter: MetricCounter) -> MetricCounter.Tally {
    let place = MetricCounterTable.place(of: counter)
    return MetricCounter.Tally(Int(numerator(place)), of: Int(denominator(place)))
  }

  func numerator(_ counter: Int) -> Int64 { totals[2 * counter] }
  func denominator(_ counter: Int) -> Int64 { totals[2 * counter + 1] }
  func households(_ counter: Int) -> Int64 { counts[4 * counter] }
  func clusters(_ counter: Int) -> Int64 { counts[4 * counter + 1] }

  /// A counter's events: how many there are, in how many clusters, and the sum of their squares.
  struct Events {
    var count: Double
    var clusters: Int64
    var squares: Double
  }

  /// The numerator as events.
  func events(_ counter: Int) -> Events {
    Events(
      count: Double(numerator(counter)), clusters: counts[4 * counter + 2],
      squares: Double(nearest: squares[4 * counter]))
  }

  /// What the numerator lacks to the denominator as events.
  func events(besides counter: Int) -> Events {
    let place = 4 * counter
    return Events(
      count: Double(denominator(counter) - numerator(counter)), clusters: counts[place + 3],
      squares: Double(nearest: squares[place + 2] - 2 * squares[place + 1] + squares[place]))
  }

  /// The variance of a counter's ratio: the squared residuals of the clusters over the squared
  /// denominator.
  func variance(_ counter: Int) -> Double {
    let (numerator, denominator) = (Int128(numerator(counter)), Int128(denominator(counter)))
    let place = 4 * counter
    var sum = WideSum()
    sum.add(denominator * denominator, times: squares[place])
    sum.add(-2 * numerator * denominator, times: squares[place + 1])
    sum.add(numerator * numerator, times: squares[place + 2])
    let square = Double(nearest: denominator) * Double(nearest: denominator)
    return correction(clusters(counter)) * sum.value / (square * square)
  }

  /// The covariance of the ratios of a pair.
  func covariance(_ pair: Pair) -> Double {
    guard let place = layout.pairs.firstIndex(of: pair) else {
      preconditionFailure("no metric compares these counters")
    }
    let (first, second) = (pair.first, pair.second)
    let (n1, d1) = (Int128(numerator(first)), Int128(denominator(first)))
    let (n2, d2) = (Int128(numerator(second)), Int128(denominator(second)))
    var sum = WideSum()
    sum.add(d1 * d2, times: products[4 * place])
    sum.add(-d1 * n2, times: products[4 * place + 1])
    sum.add(-n1 * d2, times: products[4 * place + 2])
    sum.add(n1 * n2, times: products[4 * place + 3])
    let square = Double(nearest: d1) * Double(nearest: d1)
    let other = Double(nearest: d2) * Double(nearest: d2)
    return correction(min(clusters(first), clusters(second))) * sum.value / (square * other)
  }

  /// The variance of a count, whose residuals are from its share of the people of all clusters.
  func countVariance(_ counter: Int, of all: ClusterPeople) -> Double {
    let (count, people) = (Int128(numerator(counter)), Int128(all.people))
    guard people > 0 else { return 0 }
    let place = 4 * counter
    var sum = WideSum()
    sum.add(people * people, times: squares[place])
    sum.add(-2 * count * people, times: squares[place + 3])
    sum.add(count * count, times: Int128(all.squares))
    return correction(all.clusters) * sum.value
      / (Double(nearest: people) * Double(nearest: people))
  }

  private func correction(_ clusters: Int64) -> Double {
    clusters > 1 ? Double(clusters) / Double(clusters - 1) : 1
  }

  // MARK: Numbers

  /// The whole contents, for `init(_:numbers:)`.
  var numbers: [Int64] {
    totals + counts
      + (squares + products).flatMap {
        [Int64($0 >> 64), Int64(truncatingIfNeeded: $0)]
      }
  }

  /// The count of `numbers`.
  static func numberCount(_ layout: MomentLayout) -> Int {
    14 * layout.counters + 8 * layout.pairs.count
  }

  init(_ layout: MomentLayout, numbers: ArraySlice<Int64>) {
    precondition(numbers.count == Self.numberCount(layout), "wrong number of numbers")
    self.init(layout)
    var rest = numbers
    totals = Array(rest.prefix(totals.count))
    rest = rest.dropFirst(totals.count)
    counts = Array(rest.prefix(counts.count))
    rest = rest.dropFirst(counts.count)
    let wide = stride(from: rest.startIndex, to: rest.endIndex, by: 2).map {
      Int128(rest[$0]) << 64 | Int128(UInt64(bitPattern: rest[$0 + 1]))
    }
    squares = Array(wide.prefix(squares.count))
    products = Array(wide.dropFirst(squares.count))
  }
}

extension ClusterMoments: Codable {
  private enum CodingKeys: CodingKey { case layout, numbers }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let layout = try values.decode(MomentLayout.self, forKey: .layout)
    let numbers = try values.decode([Int64].self, forKey: .numbers)
    guard numbers.count == Self.numberCount(layout) else {
      throw DecodingError.dataCorruptedError(
        forKey: .numbers, in: values, debugDescription: "wrong number of numbers")
    }
    self.init(layout, numbers: numbers[...])
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(layout, forKey: .layout)
    try values.encode(numbers, forKey: .numbers)
  }
}
