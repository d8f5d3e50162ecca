/// What was counted of each household, by the parts of the people that its own are in.
///
/// Nothing is weighed yet: that takes a hundred times the room, so whoever puts batches together
/// does it, in one `MetricBreakdown`.
public struct SegmentCounts: Sendable {
  /// What was counted of those of one household who are in one part.
  struct Piece: Sendable {
    let segment: SegmentKey
    let linked: UInt32
    var people: Int64 = 0
    var truth = HouseholdCounts(counters: MetricCounterTable.ofMetrics.count)
    var observed = HouseholdCounts(counters: MetricCounterTable.ofMetrics.count)
  }

  private(set) var pieces: [Piece] = []
  private var household: UInt32?
  /// Where the pieces of the household begin whose people are being added.
  private var first = 0
  /// The pieces that the person is counted in who is being added.
  private var places: [Int] = []

  public init() {}

  /// Begins a person; the people of a household come one after another.
  mutating func enter(
    household number: UInt32, linked: UInt32, isEnrolled: Bool, _ segments: [SegmentKey]
  ) {
    if household != number { first = pieces.count }
    household = number
    places.removeAll(keepingCapacity: true)
    for segment in segments {
      let known = pieces[first...].firstIndex { $0.segment == segment }
      if known == nil { pieces.append(Piece(segment: segment, linked: linked)) }
      let place = known ?? pieces.count - 1
      pieces[place].people += isEnrolled ? 1 : 0
      places.append(place)
    }
  }

  mutating func add(_ parts: MetricCounter.Tally, to counter: Int, side: Side) {
    guard counter < MetricCounterTable.ofMetrics.count, parts != MetricCounter.Tally.none else {
      return
    }
    for place in places {
      switch side {
      case .truth: pieces[place].truth.add(parts, to: counter)
      case .observed: pieces[place].observed.add(parts, to: counter)
      }
    }
  }
}
