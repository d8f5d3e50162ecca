import Base

/// The metrics of segments of the people, such as one role, on both sides.
///
/// A segment uses the same bootstrap weights as the whole, so its metrics equal those of an
/// accumulator of its people alone.
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

  /// Adds the households of a batch to their segments. No household may be in two batches.
  public mutating func add(_ batch: SegmentCounts) {
    var (weighed, weights) = (UInt32?.none, [UInt32]())
    for piece in batch.pieces {
      // The pieces of a household are adjacent, and linked households have the same weight.
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

  /// The segments with people, by dimension and number.
  public var segments: [SegmentKey] {
    keys.sorted { ($0.dimension, $0.part) < ($1.dimension, $1.part) }
  }

  /// The number of people of a segment who were ever enrolled.
  public func people(of key: SegmentKey) -> Int64 {
    keys.firstIndex(of: key).map { sums[$0].people } ?? 0
  }

  /// The metrics of a segment, in the order of their definitions; empty for an unknown segment.
  public func results(
    of key: SegmentKey, for definitions: [MetricDefinition] = MetricDefinition.all
  ) -> [MetricResult] {
    guard let place = keys.firstIndex(of: key) else { return [] }
    return definitions.map { definition in
      let formula = MetricFormula(definition, days: days)
      return MetricResult(
        definition: definition, truth: sums[place].truth.estimate(formula),
        observed: definition.isObserved ? sums[place].observed.estimate(formula) : nil,
        absence: definition.absence(
          truth: sums[place].truth.tally, side: sums[place].truth.tally),
        absenceObserved: definition.absence(
          truth: sums[place].truth.tally, side: sums[place].observed.tally))
    }
  }

  /// The difference of each metric of a segment that both runs have, the other run minus this one.
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

  /// The count of numbers per segment.
  public static var numbersPerPart: Int {
    3 + 2 * BootstrapSums.numberCount(counters: MetricCounterTable.ofMetrics.count)
  }

  /// The contents of a segment, for `take(_:)`: two numbers for its key, one for its people, and
  /// the sums of both sides. One segment at a time, since all of them are some megabytes.
  public func numbers(ofPart place: Int) -> [Int64] {
    let (key, sums) = (keys[place], sums[place])
    return [Int64(key.dimension), Int64(key.part), sums.people] + sums.truth.numbers
      + sums.observed.numbers
  }

  /// Restores the contents of another breakdown; returns false if the numbers are malformed.
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
