/// Counts of people who joined and left, day by day.
struct EnrollmentCounts: Hashable, Sendable, Codable {
  /// People by their first enrolled day.
  private(set) var joined: [Int64]
  /// People by the first day on which they are no longer enrolled.
  private var gone: [Int64]
  private(set) var personDays: Int64 = 0

  init(days: Int) {
    joined = [Int64](repeating: 0, count: days)
    gone = [Int64](repeating: 0, count: days + 1)
  }

  mutating func add(_ enrolled: Range<Int>) {
    guard !enrolled.isEmpty else { return }
    joined[enrolled.lowerBound] += 1
    gone[enrolled.upperBound] += 1
    personDays += Int64(enrolled.count)
  }

  mutating func merge(_ other: EnrollmentCounts) {
    joined.add(other.joined)
    gone.add(other.gone)
    personDays += other.personDays
  }

  /// People enrolled on at least one day.
  var people: Int64 { joined.sum }

  /// People enrolled on each day.
  var enrolled: [Int64] {
    var here: Int64 = 0
    return zip(joined, gone).map { joined, gone in
      here += joined - gone
      return here
    }
  }
}
