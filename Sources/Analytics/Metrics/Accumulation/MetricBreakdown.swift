/// The metrics of segments of the people, such as one role, on both sides.
///
/// A segment has the same clusters as the whole, so its metrics equal those of an accumulator of
/// its people alone.
public struct MetricBreakdown: Sendable {
  private struct Sums: Sendable {
    var people: Int64 = 0
    var truth = ClusterMoments(MetricCounterTable.layoutOfMetrics)
    var observed = ClusterMoments(MetricCounterTable.layoutOfMetrics)
    /// The truth of each cluster, if kept.
    var table = ClusterTable(counters: MetricCounterTable.ofMetrics.count)
  }

  private let days: Int
  private let keepsClusters: Bool
  private var all = ClusterPeople()
  /// The people of each cluster, if kept.
  private var clusterPeople: [UInt32: Int64] = [:]
  private var keys: [SegmentKey] = []
  private var sums: [Sums] = []

  /// - Parameter keepsClusters: whether it can be compared with another run, cluster by cluster.
  public init(days: Int, keepsClusters: Bool = false) {
    self.days = days
    self.keepsClusters = keepsClusters
  }

  /// Adds the clusters of a batch to their segments. No cluster may be in two batches.
  public mutating func add(_ batch: SegmentCounts) {
    for (cluster, people) in batch.people {
      all.add(people)
      if keepsClusters { clusterPeople[cluster] = people }
    }
    let places = batch.pieces.map { place(of: $0.segment) }
    let order = batch.pieces.indices.sorted {
      (places[$0], batch.pieces[$0].cluster) < (places[$1], batch.pieces[$1].cluster)
    }
    var start = 0
    while start < order.count {
      let (place, cluster) = (places[order[start]], batch.pieces[order[start]].cluster)
      var end = start + 1
      while end < order.count, places[order[end]] == place,
        batch.pieces[order[end]].cluster == cluster
      {
        end += 1
      }
      add(order[start..<end], of: batch, batch.people[cluster] ?? 0, to: place)
      start = end
    }
  }

  /// Adds the pieces of a cluster to their segment.
  private mutating func add(
    _ pieces: ArraySlice<Int>, of batch: SegmentCounts, _ people: Int64, to place: Int
  ) {
    let layout = MetricCounterTable.layoutOfMetrics
    var truthSums = [Int64](repeating: 0, count: 2 * layout.counters)
    var observedSums = truthSums
    for piece in pieces {
      sums[place].people += batch.pieces[piece].people
      sums[place].truth.note(household: batch.pieces[piece].truth)
      sums[place].observed.note(household: batch.pieces[piece].observed)
      batch.pieces[piece].truth.add(to: &truthSums, once: layout.perHousehold)
      batch.pieces[piece].observed.add(to: &observedSums, once: layout.perHousehold)
    }
    sums[place].truth.add(cluster: truthSums, people: people)
    sums[place].observed.add(cluster: observedSums, people: people)
    if keepsClusters {
      let cluster = batch.pieces[pieces[pieces.startIndex]].cluster
      sums[place].table.add(cluster, truthSums[...], people: people)
    }
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
    let (truth, observed) = (sums[place].truth, sums[place].observed)
    return definitions.map { definition in
      let formula = MetricFormula(definition, days: days)
      return MetricResult(
        definition: definition, truth: truth.estimate(formula, of: all),
        observed: definition.isObserved ? observed.estimate(formula, of: all) : nil,
        absence: definition.absence(truth: truth.tally, side: truth.tally),
        absenceObserved: definition.absence(truth: truth.tally, side: observed.tally))
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
    precondition(keepsClusters && other.keepsClusters, "the clusters of a run were not kept")
    let pairs = ClusterPairs(sums[one].table, other.sums[two].table, people: clusterPeople)
    return definitions.compactMap { definition in
      let formula = MetricFormula(definition, days: days)
      return PairedDifference(
        definition, pairs, formula,
        households: min(
          sums[one].truth.households(formula), other.sums[two].truth.households(formula)))
    }
  }

  // MARK: Numbers

  public var partCount: Int { keys.count }

  /// The count of numbers per segment.
  public static var numbersPerPart: Int {
    3 + ClusterPeople.numberCount
      + 2 * ClusterMoments.numberCount(MetricCounterTable.layoutOfMetrics)
  }

  /// The contents of a segment, for `take(_:)`: two numbers for its key, one for its people, those
  /// of all clusters, and the sums of both sides. One segment at a time, since all of them are some
  /// megabytes.
  public func numbers(ofPart place: Int) -> [Int64] {
    let (key, sums) = (keys[place], sums[place])
    return [Int64(key.dimension), Int64(key.part), sums.people] + all.numbers
      + sums.truth.numbers + sums.observed.numbers
  }

  /// Restores the contents of another breakdown; returns false if the numbers are malformed.
  public mutating func take(_ numbers: [Int64]) -> Bool {
    let layout = MetricCounterTable.layoutOfMetrics
    let size = ClusterMoments.numberCount(layout)
    guard numbers.count % Self.numbersPerPart == 0 else { return false }
    (all, keys, sums) = (ClusterPeople(), [], [])
    for start in stride(from: 0, to: numbers.count, by: Self.numbersPerPart) {
      keys.append(
        SegmentKey(
          dimension: Int32(truncatingIfNeeded: numbers[start]),
          part: Int32(truncatingIfNeeded: numbers[start + 1])))
      let first = start + 3 + ClusterPeople.numberCount
      let middle = first + size
      all = ClusterPeople(numbers: numbers[start + 3..<first])
      sums.append(
        Sums(
          people: numbers[start + 2],
          truth: ClusterMoments(layout, numbers: numbers[first..<middle]),
          observed: ClusterMoments(layout, numbers: numbers[middle..<middle + size])))
    }
    return true
  }
}
