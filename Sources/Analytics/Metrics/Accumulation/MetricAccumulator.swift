/// Computes all metrics of a run on both sides in one pass over its people.
///
/// All sums are whole numbers, so accumulators of subsets of people merge into exactly what one
/// accumulator would hold, for every split and every order of merging. People of one household must
/// be added one after another, and those of a cluster to one accumulator.
public struct MetricAccumulator: Sendable, Codable {
  /// The length of the run in days; the watermark is twelve hours after the last one has ended in
  /// UTC.
  public let days: Int
  /// The days that late operations have to arrive before a day counts in retention.
  public let allowedLatenessDays: Int

  private(set) var enrollment: EnrollmentCounts
  private var truth: SideAccumulator
  private var observed: SideAccumulator
  private var clusters: ClusterAccumulator
  /// The counts of the person who is being added, on one side.
  private var counted = HouseholdCounts(counters: MetricCounterTable.counters.count)

  private enum CodingKeys: CodingKey {
    case days, allowedLatenessDays, enrollment, truth, observed, clusters
  }

  /// - Parameters:
  ///   - keepsClusters: whether it can be compared with another run, cluster by cluster.
  ///   - keepsObserved: whether what the server knows can be compared in the same way.
  public init(
    days: Int, allowedLatenessDays: Int, keepsClusters: Bool = false, keepsObserved: Bool = false
  ) {
    precondition(days > 0, "a run has at least one day")
    precondition(allowedLatenessDays >= 0, "the allowed lateness cannot be negative")
    self.days = days
    self.allowedLatenessDays = allowedLatenessDays
    enrollment = EnrollmentCounts(days: days)
    truth = SideAccumulator(days: days)
    observed = SideAccumulator(days: days)
    clusters = ClusterAccumulator(
      MetricCounterTable.layout, keepsClusters: keepsClusters, keepsObserved: keepsObserved)
  }

  /// Adds one person. Complexity: O(enrolled days × counters).
  public mutating func add(_ person: PersonHistory) {
    add(person) { _, _ in }
  }

  /// Adds one person, and adds them to the counts of their segments as well.
  public mutating func add(
    _ person: PersonHistory, under segments: [SegmentKey], to parts: inout SegmentCounts
  ) {
    parts.enter(
      household: person.household, cluster: person.cluster, people: Int64(person.clusterPeople),
      isEnrolled: !person.enrolledDays(of: days).isEmpty, segments)
    add(person) { counts, side in parts.add(counts, side: side) }
  }

  @inline(__always)
  private mutating func add(
    _ person: PersonHistory, _ note: (HouseholdCounts, Side) -> Void
  ) {
    let enrolled = person.enrolledDays(of: days)
    enrollment.add(enrolled)
    let settledDays = days - allowedLatenessDays
    truth.add(person.truth, enrolled: enrolled, settledDays: settledDays)
    observed.add(person.observed, enrolled: enrolled, settledDays: settledDays)
    clusters.enter(
      household: person.household, cluster: person.cluster,
      people: Int64(person.clusterPeople))
    for side in Side.allCases {
      counted.count(
        PersonView(person, side, days: days, settledDays: settledDays),
        by: MetricCounterTable.counters)
      clusters.add(counted, side: side)
      note(counted, side)
    }
  }

  /// Tells that the people so far are whole clusters, so that their sums need no longer be kept
  /// apart.
  public mutating func closeClusters() { clusters.closeClusters() }

  /// Merges another accumulator of the same run. No cluster may be in both.
  public mutating func merge(_ other: MetricAccumulator) {
    precondition(
      days == other.days && allowedLatenessDays == other.allowedLatenessDays,
      "only accumulators of one run can be merged")
    enrollment.merge(other.enrollment)
    truth.merge(other.truth)
    observed.merge(other.observed)
    clusters.merge(other.clusters)
  }

  func sums(_ side: Side) -> SideAccumulator {
    side == .truth ? truth : observed
  }

  /// The sums with all clusters closed.
  var clustersClosed: ClusterAccumulator {
    var closed = clusters
    closed.closeClusters()
    return closed
  }
}
