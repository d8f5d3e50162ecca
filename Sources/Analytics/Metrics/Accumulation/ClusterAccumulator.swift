/// Adds people up to households, households to clusters, and clusters to moments.
///
/// People of one household behave alike, so they are not independent, and neither are their days.
/// Nor are households that share a cluster. Clusters are independent of each other. All sums are
/// whole numbers, so they merge exactly, in any order.
struct ClusterAccumulator: Sendable, Codable {
  /// A cluster of which more households may come.
  private struct Open: Sendable, Codable {
    var truth: [Int64]
    var observed: [Int64]
    var people: Int64

    /// Adds the sums of a household.
    mutating func add(
      _ householdTruth: HouseholdCounts, _ householdObserved: HouseholdCounts, once: [Int]
    ) {
      householdTruth.add(to: &truth, once: once)
      householdObserved.add(to: &observed, once: once)
    }
  }

  private let layout: MomentLayout
  private var truth: ClusterMoments
  private var observed: ClusterMoments
  private(set) var all = ClusterPeople()
  /// The sums of each cluster on each side, if kept.
  private var table: ClusterTable?
  private var observedTable: ClusterTable?
  /// The household whose people are being added, and the number of its cluster.
  private var current: UInt32?
  private var cluster: UInt32 = 0
  private var currentTruth: HouseholdCounts
  private var currentObserved: HouseholdCounts
  private var open: [UInt32: Open] = [:]

  init(_ layout: MomentLayout, keepsClusters: Bool = false, keepsObserved: Bool = false) {
    self.layout = layout
    truth = ClusterMoments(layout)
    observed = truth
    currentTruth = HouseholdCounts(counters: layout.counters)
    currentObserved = currentTruth
    table = keepsClusters ? ClusterTable(counters: layout.counters) : nil
    observedTable = keepsObserved ? ClusterTable(counters: layout.counters) : nil
  }

  /// Starts a person. The people of a household must be added one after another.
  ///
  /// - Parameter people: how many people the cluster has, with and without the app.
  mutating func enter(household number: UInt32, cluster key: UInt32, people: Int64) {
    guard current != number else { return }
    closeHousehold()
    current = number
    cluster = key
    if open[key] == nil {
      let empty = [Int64](repeating: 0, count: 2 * layout.counters)
      open[key] = Open(truth: empty, observed: empty, people: people)
    }
  }

  /// Adds the counts of the current person on a side.
  mutating func add(_ person: HouseholdCounts, side: Side) {
    precondition(current != nil, "no person has been started")
    switch side {
    case .truth: currentTruth.add(person)
    case .observed: currentObserved.add(person)
    }
  }

  /// Closes the household whose people have all been added, and adds it to its cluster.
  private mutating func closeHousehold() {
    guard current != nil else { return }
    current = nil
    truth.note(household: currentTruth)
    observed.note(household: currentObserved)
    open[cluster]?.add(currentTruth, currentObserved, once: layout.perHousehold)
    currentTruth.removeAll()
    currentObserved.removeAll()
  }

  /// Closes the clusters whose households have all been added.
  mutating func closeClusters() {
    closeHousehold()
    for (key, sums) in open {
      truth.add(cluster: sums.truth, people: sums.people)
      observed.add(cluster: sums.observed, people: sums.people)
      all.add(sums.people)
      table?.add(key, sums.truth[...], people: sums.people)
      observedTable?.add(key, sums.observed[...], people: sums.people)
    }
    open.removeAll(keepingCapacity: true)
  }

  mutating func merge(_ other: ClusterAccumulator) {
    precondition(
      open.keys.allSatisfy { other.open[$0] == nil },
      "a cluster must arrive whole in one accumulator")
    closeClusters()
    var other = other
    other.closeClusters()
    truth.merge(other.truth)
    observed.merge(other.observed)
    all.merge(other.all)
    if let rows = other.table { table?.merge(rows) }
    if let rows = other.observedTable { observedTable?.merge(rows) }
  }

  /// The sums of each cluster on a side.
  func tableKept(_ side: Side) -> ClusterTable {
    guard let table = side == .truth ? table : observedTable else {
      preconditionFailure("the clusters of this run were not kept")
    }
    return table
  }

  /// The sums of a side. All clusters must be closed.
  func moments(_ side: Side) -> ClusterMoments {
    precondition(open.isEmpty, "a cluster is not closed")
    return side == .truth ? truth : observed
  }
}
