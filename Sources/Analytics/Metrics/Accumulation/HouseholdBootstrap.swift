import Base

/// The bootstrap over households: all sums in each replicate.
///
/// People of one household behave alike, so they are not independent, and neither are their days.
/// Households are independent, except for clusters that groups link, which get the same weight. All
/// sums are whole numbers, so they merge exactly, in any order.
struct HouseholdBootstrap: Sendable, Codable {
  private let randomness: Randomness
  private var truth: BootstrapSums
  private var observed: BootstrapSums
  /// The household whose people are being added.
  private var current: UInt32?
  /// The first household of its cluster.
  private var linked: UInt32 = 0
  private var currentTruth: HouseholdCounts
  private var currentObserved: HouseholdCounts
  private let perHousehold: [Int]

  /// - Parameter perHousehold: the counters that count a household at most once.
  init(seed: UInt64, counters: Int, perHousehold: [Int] = []) {
    randomness = Randomness(seed: seed)
    truth = BootstrapSums(counters: counters)
    observed = truth
    currentTruth = HouseholdCounts(counters: counters)
    currentObserved = currentTruth
    self.perHousehold = perHousehold
  }

  /// Starts a person. The people of a household must be added one after another.
  mutating func enter(household number: UInt32, linked first: UInt32) {
    guard current != number else { return }
    closeHousehold()
    current = number
    linked = first
  }

  /// Adds the counts of the current person.
  mutating func add(_ parts: MetricCounter.Tally, to counter: Int, side: Side) {
    precondition(current != nil, "no person has been started")
    switch side {
    case .truth: currentTruth.add(parts, to: counter)
    case .observed: currentObserved.add(parts, to: counter)
    }
  }

  /// Closes the household whose people have all been added, and weighs it.
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

  /// The sums of the truth. The last household must be closed.
  var truthSums: BootstrapSums {
    precondition(current == nil, "the last household is not closed")
    return truth
  }

  /// The sums of the observed side. The last household must be closed.
  var observedSums: BootstrapSums {
    precondition(current == nil, "the last household is not closed")
    return observed
  }

  /// A metric with its interval. The last household must be closed.
  func estimate(_ formula: MetricFormula, side: Side) -> Estimate? {
    precondition(current == nil, "the last household is not closed")
    return (side == .truth ? truth : observed).estimate(formula)
  }
}
