/// What was counted of the people of one household: two sums for each counting.
///
/// They have 32 bits, because whoever weighs them multiplies fastest so; `add` says when a
/// household has lived more than that.
struct HouseholdCounts: Hashable, Sendable, Codable {
  /// The numerators and denominators in turn.
  private(set) var sums: [UInt32]

  init(counters: Int) {
    sums = [UInt32](repeating: 0, count: 2 * counters)
  }

  mutating func removeAll() {
    for index in sums.indices { sums[index] = 0 }
  }

  mutating func add(_ parts: MetricCounter.Tally, to counter: Int) {
    guard let numerator = UInt32(exactly: parts.numerator),
      let denominator = UInt32(exactly: parts.denominator)
    else { preconditionFailure("a household cannot have lived that much") }
    sums[2 * counter] += numerator
    sums[2 * counter + 1] += denominator
  }

  /// The household counts once, however many of its people did.
  mutating func countOnce(_ counter: Int) {
    sums[2 * counter] = min(1, sums[2 * counter])
    sums[2 * counter + 1] = min(1, sums[2 * counter + 1])
  }
}
