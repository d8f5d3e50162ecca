import Base

/// The pooled ratios' parts, summed over households again and again with other weights.
///
/// People of one household live alike, so person-days are no independent trials; households are.
/// All sums are whole numbers, so they merge exactly, in any order.
struct HouseholdBootstrap: Sendable {
  private let randomness: Randomness
  private var truth = Resampling()
  private var observed = Resampling()
  /// The household whose people are being added.
  private var current: Household?

  private struct Household {
    var number: UInt32
    var truth = PooledCounts()
    var observed = PooledCounts()
  }

  init(seed: UInt64) {
    randomness = Randomness(seed: seed)
  }

  /// Adds a person's part; the people of a household come one after another.
  mutating func add(household number: UInt32, truth: PooledCounts, observed: PooledCounts) {
    if current?.number != number {
      closeHousehold()
      current = Household(number: number)
    }
    current?.truth.add(truth)
    current?.observed.add(observed)
  }

  /// Weighs the household whose people have all been added.
  mutating func closeHousehold() {
    guard let household = current else { return }
    current = nil
    truth.note(household.truth)
    observed.note(household.observed)
    truth.replicates.withUnsafeMutableBufferPointer { truth in
      observed.replicates.withUnsafeMutableBufferPointer { observed in
        BootstrapWeights.forEach(household: household.number, randomness: randomness) {
          replicate, weight in
          truth[replicate].add(household.truth, times: weight)
          observed[replicate].add(household.observed, times: weight)
        }
      }
    }
  }

  mutating func merge(_ other: HouseholdBootstrap) {
    precondition(
      randomness.seed == other.randomness.seed, "only bootstraps of one seed can be merged")
    precondition(
      current == nil || current?.number != other.current?.number,
      "a household must arrive whole in one accumulator")
    closeHousehold()
    var other = other
    other.closeHousehold()
    truth.merge(other.truth)
    observed.merge(other.observed)
  }

  /// The ratio with its interval; the household being added must have been closed.
  func estimate(_ ratio: PooledRatio, side: Side) -> Estimate? {
    precondition(current == nil, "the last household has not been weighed")
    return (side == .truth ? truth : observed).estimate(ratio)
  }
}
