/// Counts when people churned: the start of their first gap of 14 days without a core action.
///
/// Days count from the first active day, which is day 0. A person is observed as long as a gap that
/// starts would end within the mature days. A person who has not churned by then is censored.
struct ChurnCounts: Hashable, Sendable, Codable {
  /// The length of a gap that counts as churn.
  static let gapDays = 14

  /// People by the day on which their gap started.
  private(set) var left: [Int64]
  /// People who had not churned, by the day up to which they were observed.
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
