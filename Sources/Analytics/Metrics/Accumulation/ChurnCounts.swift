/// When people left: began the first gap of fourteen days without a core action.
///
/// Time is counted in days from the first active day, which is day 0. Somebody is followed as long
/// as a gap that begins can be seen to its end within the settled days; whoever has not left by
/// then may leave later, and says nothing about it.
struct ChurnCounts: Hashable, Sendable, Codable {
  /// How long a gap is leaving.
  static let gapDays = 14

  /// People by the day on which their gap began.
  private(set) var left: [Int64]
  /// People by the day up to which they were followed, and had not left.
  private(set) var stayed: [Int64]

  init(days: Int) {
    left = [Int64](repeating: 0, count: days + 1)
    stayed = left
  }

  mutating func add(_ active: ActivityBits, days: Int, settledDays: Int) {
    guard let first = active.first(before: days) else { return }
    let end = settledDays - Self.gapDays + 1
    guard first < end else { return }
    var last = first
    for day in first..<settledDays where active[day] {
      if day - last > Self.gapDays { break }
      last = day
    }
    if last + 1 < end {
      left[last + 1 - first] += 1
    } else {
      stayed[end - first] += 1
    }
  }

  mutating func merge(_ other: ChurnCounts) {
    left.add(other.left)
    stayed.add(other.stayed)
  }

  var curve: SurvivalCurve { SurvivalCurve(events: left, censored: stayed) }
}
