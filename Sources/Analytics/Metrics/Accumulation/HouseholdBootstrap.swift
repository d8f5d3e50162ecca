import Base

/// What was counted, summed over households again and again with other weights.
///
/// People of one household live alike, so they are no independent trials, and neither are their
/// days; households are, but for those that groups link: such are weighed alike. All sums are whole
/// numbers, so they merge exactly, in any order.
struct HouseholdBootstrap: Sendable, Codable {
  private let randomness: Randomness
  private var truth: BootstrapSums
  private var observed: BootstrapSums
  /// The household whose people are being added.
  private var current: UInt32?
  /// The first of the households that it is linked with.
  private var linked: UInt32 = 0
  private var currentTruth: HouseholdCounts
  private var currentObserved: HouseholdCounts
  private let perHousehold: [Int]

  /// For so many countings, of which some count a household once.
  init(seed: UInt64, counters: Int, perHousehold: [Int] = []) {
    randomness = Randomness(seed: seed)
    truth = BootstrapSums(counters: counters)
    observed = truth
    currentTruth = HouseholdCounts(counters: counters)
    currentObserved = currentTruth
    self.perHousehold = perHousehold
  }

  /// Begins a person; the people of a household come one after another.
  mutating func enter(household number: UInt32, linked first: UInt32) {
    guard current != number else { return }
    closeHousehold()
    current = number
    linked = first
  }

  /// Adds a part of the person that was begun.
  mutating func add(_ parts: MetricCounter.Tally, to counter: Int, side: Side) {
    precondition(current != nil, "nobody has been begun")
    switch side {
    case .truth: currentTruth.add(parts, to: counter)
    case .observed: currentObserved.add(parts, to: counter)
    }
  }

  /// Weighs the household whose people have all been added.
  mutating func closeHousehold() {
    guard current != nil else { return }
    current = nil
    for counter in perHousehold {
      currentTruth.countOnce(counter)
      currentObserved.countOnce(counter)
    }
    let weights = BootstrapWeights.all(household: linked, randomness: randomness)
    truth.note(currentTruth)
    truth.weigh(currentTruth, weights)
    observed.note(currentObserved)
    observed.weigh(currentObserved, weights)
    currentTruth.removeAll()
    currentObserved.removeAll()
  }

  mutating func merge(_ other: HouseholdBootstrap) {
    precondition(
      randomness.seed == other.randomness.seed, "only bootstraps of one seed can be merged")
    precondition(
      current == nil || current != other.current,
      "a household must arrive whole in one accumulator")
    closeHousehold()
    var other = other
    other.closeHousehold()
    truth.merge(other.truth)
    observed.merge(other.observed)
  }

  /// What people did, with the households weighed anew; the last one must have been weighed.
  var truthSums: BootstrapSums {
    precondition(current == nil, "the last household has not been weighed")
    return truth
  }

  /// The figure with its interval; the household being added must have been closed.
  func estimate(_ formula: MetricFormula, side: Side) -> Estimate? {
    precondition(current == nil, "the last household has not been weighed")
    return (side == .truth ? truth : observed).estimate(formula)
  }
}
