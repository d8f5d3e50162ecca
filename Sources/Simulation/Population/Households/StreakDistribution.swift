import Scenarios

/// How long people open an app without a gap, and how the chance that a streak continues grows with
/// its length.
public struct StreakDistribution: Sendable {
  /// By its length in days, how often a streak reached it with a day left to observe, and how often
  /// it then continued.
  private var reached: [Int]
  private var continued: [Int]
  /// By the length of the longest streak in days, the number of people.
  public private(set) var longest: [Int]

  init(days: Int) {
    reached = Array(repeating: 0, count: days + 1)
    continued = reached
    longest = reached
  }

  /// Adds a person's days from their first active one on.
  mutating func add(_ life: [Bool]) {
    var (length, most) = (0, 0)
    for day in life.indices {
      length = life[day] ? length + 1 : 0
      most = max(most, length)
      guard length > 0, day + 1 < life.count else { continue }
      reached[length] += 1
      if life[day + 1] { continued[length] += 1 }
    }
    longest[most] += 1
  }

  /// The share of the streaks of so many days that continued; nil if there were too few to tell.
  public func continuation(after days: ClosedRange<Int>) -> Double? {
    let lengths = days.clamped(to: 0...reached.count - 1)
    let count = reached[lengths].reduce(0, +)
    return count < 30 ? nil : Double(continued[lengths].reduce(0, +)) / Double(count)
  }

  /// How many people's longest streak had so many days.
  public func people(withLongest days: ClosedRange<Int>) -> Int {
    guard days.lowerBound < longest.count else { return 0 }
    return longest[days.clamped(to: 0...longest.count - 1)].reduce(0, +)
  }
}
