/// The counts of each household, by the segments of its people.
///
/// A batch holds whole clusters, so `MetricBreakdown` adds its households up to clusters.
public struct SegmentCounts: Sendable {
  /// The counts of the people of one household in one segment.
  struct Piece: Sendable {
    let segment: SegmentKey
    let cluster: UInt32
    var people: Int64 = 0
    var truth = HouseholdCounts(counters: MetricCounterTable.ofMetrics.count)
    var observed = HouseholdCounts(counters: MetricCounterTable.ofMetrics.count)
  }

  private(set) var pieces: [Piece] = []
  /// The people of each cluster.
  private(set) var people: [UInt32: Int64] = [:]
  private var household: UInt32?
  /// The first piece of the current household.
  private var first = 0
  /// The pieces of the current person.
  private var places: [Int] = []

  public init() {}

  /// Counts that were stored; no more people can be added to their households.
  init(pieces: [Piece], people: [UInt32: Int64]) {
    self.pieces = pieces
    self.people = people
  }

  /// Starts a person. The people of a household must be added one after another.
  mutating func enter(
    household number: UInt32, cluster: UInt32, people size: Int64, isEnrolled: Bool,
    _ segments: [SegmentKey]
  ) {
    if household != number {
      first = pieces.count
      people[cluster] = size
    }
    household = number
    places.removeAll(keepingCapacity: true)
    for segment in segments {
      let known = pieces[first...].firstIndex { $0.segment == segment }
      if known == nil { pieces.append(Piece(segment: segment, cluster: cluster)) }
      let place = known ?? pieces.count - 1
      pieces[place].people += isEnrolled ? 1 : 0
      places.append(place)
    }
  }

  /// Adds the counts of the current person on a side.
  mutating func add(_ person: HouseholdCounts, side: Side) {
    for place in places {
      switch side {
      case .truth: pieces[place].truth.add(person)
      case .observed: pieces[place].observed.add(person)
      }
    }
  }
}
