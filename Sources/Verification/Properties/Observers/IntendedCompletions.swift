import Chronology
import DomainCore
import ReferenceModels

/// The completions of habits in a log, each with its intended time, to measure what a policy does
/// to streaks.
struct IntendedCompletions {
  private struct Mark {
    var habit: UInt64
    var day: Int32
    var meant: UInt32
    var version: Version
    var done: Bool
  }

  private var marks: [Mark] = []

  mutating func note(_ fact: Fact, meant: UInt32) {
    guard fact.kind == .completionSet else { return }
    let payload = CompletionPayload(fact.payload)
    marks.append(
      Mark(
        habit: fact.entity.raw, day: payload.day.number, meant: meant, version: fact.version,
        done: payload.done))
  }

  /// How many habits have a shorter longest streak by the winning completions, those of the
  /// greatest versions, than by the ones that were intended last.
  var brokenStreaks: Int64 {
    let sorted = marks.sorted {
      ($0.habit, $0.day, $0.version.stamp, $0.version.site)
        < ($1.habit, $1.day, $1.version.stamp, $1.version.site)
    }
    var broken: Int64 = 0
    var first = 0
    while first < sorted.count {
      let habit = sorted[first].habit
      let end = sorted[first...].firstIndex { $0.habit != habit } ?? sorted.count
      let (standing, meant) = Self.days(sorted[first..<end])
      if Self.longest(standing) < Self.longest(meant) { broken += 1 }
      first = end
    }
    return broken
  }

  /// The done days of one habit, as they are and as they were intended. Within the same second the
  /// winning one counts as intended.
  private static func days(_ marks: ArraySlice<Mark>) -> (standing: [Int32], meant: [Int32]) {
    var (standing, meant): ([Int32], [Int32]) = ([], [])
    var first = marks.startIndex
    while first < marks.endIndex {
      let day = marks[first].day
      let end = marks[first...].firstIndex { $0.day != day } ?? marks.endIndex
      var last = marks[first]
      for mark in marks[first..<end] where mark.meant >= last.meant { last = mark }
      if marks[end - 1].done { standing.append(day) }
      if last.done { meant.append(day) }
      first = end
    }
    return (standing, meant)
  }

  private static func longest(_ days: [Int32]) -> Int {
    StreakModel.streaks(of: days, today: LocalDay(number: 0)).longest
  }
}
