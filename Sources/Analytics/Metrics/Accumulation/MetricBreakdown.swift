import Base

/// The key figures of parts of the people, such as those of one role, on both sides.
///
/// A part is counted like the whole, with the same weights of households, so it is what an
/// accumulator of its people alone would say.
public struct MetricBreakdown: Sendable {
  private struct Sums: Sendable {
    var people: Int64 = 0
    var truth = BootstrapSums(counters: MetricCounterTable.ofMetrics.count)
    var observed = BootstrapSums(counters: MetricCounterTable.ofMetrics.count)
  }

  private let days: Int
  private let randomness: Randomness
  private var keys: [SegmentKey] = []
  private var sums: [Sums] = []

  public init(days: Int, seed: UInt64) {
    self.days = days
    randomness = Randomness(seed: seed)
  }

  /// Weighs the households of a batch, in whichever parts they are. No household is in two batches.
  public mutating func add(_ batch: SegmentCounts) {
    var (weighed, weights) = (UInt32?.none, [UInt32]())
    for piece in batch.pieces {
      // The pieces of a household stand together, and those that groups link weigh alike.
      if weighed != piece.linked {
        weights = BootstrapWeights.all(household: piece.linked, randomness: randomness)
        weighed = piece.linked
      }
      add(piece, weights)
    }
  }

  private mutating func add(_ piece: SegmentCounts.Piece, _ weights: [UInt32]) {
    var (truth, observed) = (piece.truth, piece.observed)
    for counter in MetricCounterTable.perHousehold {
      truth.countOnce(counter)
      observed.countOnce(counter)
    }
    let place = place(of: piece.segment)
    sums[place].people += piece.people
    sums[place].truth.note(truth)
    sums[place].truth.weigh(truth, weights)
    sums[place].observed.note(observed)
    sums[place].observed.weigh(observed, weights)
  }

  private mutating func place(of key: SegmentKey) -> Int {
    if let place = keys.firstIndex(of: key) { return place }
    keys.append(key)
    sums.append(Sums())
    return keys.count - 1
  }

  // MARK: Results

  /// The parts that have anybody, by dimension and number.
  public var segments: [SegmentKey] {
    keys.sorted { ($0.dimension, $0.part) < ($1.dimension, $1.part) }
  }

  /// How many people of a part were ever enrolled.
  public func people(of key: SegmentKey) -> Int64 {
    keys.firstIndex(of: key).map { sums[$0].people } ?? 0
  }

  /// The key figures of a part, in the order of their definitions; none if it has nobody.
  public func results(
    of key: SegmentKey, for definitions: [MetricDefinition] = MetricDefinition.all
  ) -> [MetricResult] {
    guard let place = keys.firstIndex(of: key) else { return [] }
    return definitions.map { definition in
      let formula = MetricFormula(definition, days: days)
      return MetricResult(
        definition: definition, truth: sums[place].truth.estimate(formula),
        observed: definition.isObserved ? sums[place].observed.estimate(formula) : nil)
    }
  }

  /// Every key figure that a part has in both runs: how far the other run's lies from this one's.
  public func differences(
    to other: MetricBreakdown, of key: SegmentKey,
    for definitions: [MetricDefinition] = MetricDefinition.all
  ) -> [PairedDifference] {
    guard let one = keys.firstIndex(of: key), let two = other.keys.firstIndex(of: key) else {
      return []
    }
    return definitions.compactMap { definition in
      PairedDifference(
        definition, sums[one].truth, other.sums[two].truth, MetricFormula(definition, days: days))
    }
  }

  // MARK: Numbers

  public var partCount: Int { keys.count }

  /// How many numbers a part holds.
  public static var numbersPerPart: Int {
    3 + 2 * BootstrapSums.numberCount(counters: MetricCounterTable.ofMetrics.count)
  }

  /// All that a part holds, for `take(_:)`: two numbers for its key, one for its people, and the
  /// sums of both sides. One part at a time, for together they are some megabytes.
  public func numbers(ofPart place: Int) -> [Int64] {
    let (key, sums) = (keys[place], sums[place])
    return [Int64(key.dimension), Int64(key.part), sums.people] + sums.truth.numbers
      + sums.observed.numbers
  }

  /// Holds what another one held; says no where the numbers cannot be those of one.
  public mutating func take(_ numbers: [Int64]) -> Bool {
    let counters = MetricCounterTable.ofMetrics.count
    let size = BootstrapSums.numberCount(counters: counters)
    guard numbers.count % Self.numbersPerPart == 0 else { return false }
    (keys, sums) = ([], [])
    for start in stride(from: 0, to: numbers.count, by: Self.numbersPerPart) {
      keys.append(
        SegmentKey(
          dimension: Int32(truncatingIfNeeded: numbers[start]),
          part: Int32(truncatingIfNeeded: numbers[start + 1])))
      let middle = start + 3 + size
      sums.append(
        Sums(
          people: numbers[start + 2],
          truth: BootstrapSums(counters: counters, numbers: numbers[start + 3..<middle]),
          observed: BootstrapSums(counters: counters, numbers: numbers[middle..<middle + size])))
    }
    return true
  }
}
