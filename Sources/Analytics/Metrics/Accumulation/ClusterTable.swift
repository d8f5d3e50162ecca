/// The sums of each cluster, kept so that two runs of the same people can be compared cluster by
/// cluster.
///
/// Moments cannot be paired after the fact. The table takes a kilobyte a cluster, so only
/// comparisons, which run in memory, keep it.
struct ClusterTable: Hashable, Sendable, Codable {
  /// The numbers of the clusters.
  private(set) var keys: [UInt32] = []
  private(set) var people: [Int64] = []
  /// The sums of each cluster, one cluster after the other.
  private var sums: [Int64] = []
  let width: Int

  init(counters: Int) {
    width = 2 * counters
  }

  mutating func add(_ key: UInt32, _ row: ArraySlice<Int64>, people size: Int64) {
    precondition(row.count == width, "a row has all sums")
    keys.append(key)
    people.append(size)
    sums += row
  }

  mutating func merge(_ other: ClusterTable) {
    precondition(width == other.width, "only sums of the same counters can be added")
    keys += other.keys
    people += other.people
    sums += other.sums
  }

  func row(_ place: Int) -> ArraySlice<Int64> { sums[place * width..<(place + 1) * width] }

  /// The totals of all clusters.
  var totals: [Int64] {
    var totals = [Int64](repeating: 0, count: width)
    for place in keys.indices {
      for (index, sum) in row(place).enumerated() { totals[index] += sum }
    }
    return totals
  }
}
