/// Who came back how many days after their first active day.
struct RetentionCounts: Hashable, Sendable {
  /// The last day after the first that is followed.
  static let dayMax = 30

  /// People whose day k ended long enough before the watermark to count, for every k.
  private(set) var mature = [Int64](repeating: 0, count: dayMax + 1)
  /// Those of them who were active on their day k.
  private(set) var retained = [Int64](repeating: 0, count: dayMax + 1)

  /// Follows one person from `cohortDay`, their first active day, to the end of `settledDays`.
  mutating func add(_ active: ActivityBits, cohortDay: Int, days: Int, settledDays: Int) {
    let window = active.window(from: cohortDay, before: days)
    for day in 0..<max(0, min(Self.dayMax + 1, settledDays - cohortDay)) {
      mature[day] += 1
      retained[day] += Int64(truncatingIfNeeded: window >> UInt64(day) & 1)
    }
  }

  mutating func merge(_ other: RetentionCounts) {
    mature.add(other.mature)
    retained.add(other.retained)
  }

  func estimate(day: Int) -> Estimate? {
    precondition((0...Self.dayMax).contains(day), "retention is followed for 30 days")
    return .share(retained[day], of: mature[day])
  }
}
