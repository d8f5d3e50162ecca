extension [Int64] {
  /// Adds another table of sums, entry by entry.
  mutating func add(_ other: [Int64]) {
    precondition(count == other.count, "only sums over the same days can be added")
    for index in indices { self[index] += other[index] }
  }

  var sum: Int64 { reduce(0, +) }
}
