/// The counts of the people of one household: two sums per counter.
///
/// The sums have 32 bits because there are many of them by segment; `add` checks for overflow.
struct HouseholdCounts: Hashable, Sendable, Codable {
  /// Numerators and denominators alternate.
  private(set) var sums: [UInt32]

  init(counters: Int) {
    sums = [UInt32](repeating: 0, count: 2 * counters)
  }

  init(sums: [UInt32]) { self.sums = sums }

  mutating func removeAll() {
    for index in sums.indices { sums[index] = 0 }
  }

  mutating func add(_ parts: MetricCounter.Tally, to counter: Int) {
    guard let numerator = UInt32(exactly: parts.numerator),
      let denominator = UInt32(exactly: parts.denominator)
    else { preconditionFailure("the count of a household exceeds 32 bits") }
    sums[2 * counter] += numerator
    sums[2 * counter + 1] += denominator
  }

  /// Makes the household count at most once.
  mutating func countOnce(_ counter: Int) {
    sums[2 * counter] = min(1, sums[2 * counter])
    sums[2 * counter + 1] = min(1, sums[2 * counter + 1])
  }
}
