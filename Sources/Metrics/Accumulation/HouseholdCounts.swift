/// What was counted of the people of one household: two sums for each counting.
///
/// They have 32 bits, because whoever weighs them multiplies fastest so; `add` says when a
/// household has lived more than that.
struct HouseholdCounts: Hashable, Sendable, Codable {
  /// The numerators and denominators in turn.
  private(set) var sums: [UInt32]

  init(countings: Int) {
    sums = [UInt32](repeating: 0, count: 2 * countings)
  }

  mutating func removeAll() {
    for index in sums.indices { sums[index] = 0 }
  }

  mutating func add(_ parts: Counting.Parts, to counting: Int) {
    guard let numerator = UInt32(exactly: parts.numerator),
      let denominator = UInt32(exactly: parts.denominator)
    else { preconditionFailure("a household cannot have lived that much") }
    sums[2 * counting] += numerator
    sums[2 * counting + 1] += denominator
  }

  /// The household counts once, however many of its people did.
  mutating func countOnce(_ counting: Int) {
    sums[2 * counting] = min(1, sums[2 * counting])
    sums[2 * counting + 1] = min(1, sums[2 * counting + 1])
  }
}
