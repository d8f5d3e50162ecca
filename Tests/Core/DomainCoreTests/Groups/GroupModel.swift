import Chronology

@testable import DomainCore

/// The reference model of a group: dictionaries and sets, with every result recomputed from the
/// list of workouts on each query. It shares only the calendar code with the core.
final class GroupModel {
  struct Stamp: Comparable {
    var time: UInt64
    var site: UInt32

    static func < (left: Stamp, right: Stamp) -> Bool {
      (left.time, left.site) < (right.time, right.site)
    }
  }

  struct Person {
    var account: Int
    var joined: Instant
    var isHere = true
    var name: String
    var named: Stamp
    var consents = false
    var consented = Stamp(time: 0, site: 0)
    var shares = true
    var shared = Stamp(time: 0, site: 0)
    var zone: Zone
    var zoned: Stamp
    var withdrawn = Stamp(time: 0, site: 0)
    var finalWhenLeft: Set<LocalDay> = []
    var firstEvent: Int
    var eventsSeen: Int
    var weeksSeen: LocalDay

    var isShown: Bool { consents && shares }
  }

  struct WorkoutKey: Hashable {
    var workout: UInt64
    var person: Int
  }

  struct Workout {
    var day: LocalDay?
    var stamp: Stamp
    var isThere: Bool
    var isCounted = false
    var isReported = false
  }

  enum Event: Equatable {
    case joined(person: Int)
    case lost(person: Int, cause: UInt64, boards: Set<Int>)
    /// The new rank on each board; 0 for none.
    case gained(person: Int, cause: UInt64, ranks: [Int])
  }

  var people: [Person] = []
  var workouts: [WorkoutKey: Workout] = [:]
  var events: [(at: Instant, event: Event)] = []
  var finalWeeks: Set<LocalDay> = []
  var admin = 0
  var name = ""
  var named = Stamp(time: 0, site: 0)
  var isDeleted = false

  static let weeks = (-1...8).map { TestGroup.day($0 * 7) }

  var here: [Int] { people.indices.filter { people[$0].isHere } }

  // MARK: Time

  static func monday(_ day: LocalDay) -> LocalDay {
    // 2026-03-02 was a Monday.
    var monday = LocalDay(year: 2026, month: 3, day: 2)
    while monday > day { monday = monday.adding(days: -7) }
    while monday.adding(days: 7) <= day { monday = monday.adding(days: 7) }
    return monday
  }

  func isFinal(_ week: LocalDay, now: Instant) -> Bool {
    finalWeeks.contains(week)
      || here.allSatisfy {
        people[$0].zone.startOfDay(week.adding(days: 7)) + 48 * Span.hour <= now
      }
  }

  // MARK: Boards

  /// How many workouts count for each day of each person.
  func days() -> [Int: [LocalDay: Int]] {
    var days: [Int: [LocalDay: Int]] = [:]
    for (key, workout) in workouts where workout.isCounted {
      days[key.person, default: [:]][workout.day!, default: 0] += 1
    }
    return days
  }

  /// Check-ins and current run of each person who has a row in the week; 0 is no row on that board.
  func scores(
    _ week: LocalDay, _ days: [Int: [LocalDay: Int]], now: Instant
  ) -> [(person: Int, values: [Int])] {
    if isDeleted { return [] }
    var scores: [(person: Int, values: [Int])] = []
    for (index, person) in people.enumerated() {
      guard let days = days[index], person.isShown,
        person.isHere || person.finalWhenLeft.contains(week)
      else { continue }
      let checkIns = (0..<7).reduce(0) { $0 + (days[week.adding(days: $1)] ?? 0) }
      scores.append((index, [checkIns, run(person, week, days, now: now)]))
    }
    return scores
  }

  /// The run up to today, or up to the last day of a week that is over; today does not count as
  /// missed before it is over.
  private func run(
    _ person: Person, _ week: LocalDay, _ days: [LocalDay: Int], now: Instant
  ) -> Int {
    let today = person.zone.localDay(at: now)
    guard week <= today else { return 0 }
    var day = min(today, week.adding(days: 6))
    if day == today && days[day] == nil { day = day.adding(days: -1) }
    var run = 0
    while days[day.adding(days: -run)] != nil { run += 1 }
    return run
  }

  /// The ranks on both boards of a week.
  func ranks(_ week: LocalDay, _ days: [Int: [LocalDay: Int]], now: Instant) -> [[Int: Int]] {
    let scores = scores(week, days, now: now)
    return (0..<2).map { challenge in
      var ranks: [Int: Int] = [:]
      for score in scores where score.values[challenge] > 0 {
        ranks[score.person] =
          1 + scores.count { $0.values[challenge] > score.values[challenge] }
      }
      return ranks
    }
  }

  /// The rows of both boards in order, as "rank name value".
  func boards(_ week: LocalDay, _ days: [Int: [LocalDay: Int]], now: Instant) -> [[String]] {
    let ranks = ranks(week, days, now: now)
    let scores = scores(week, days, now: now)
    return (0..<2).map { challenge in
      scores.filter { $0.values[challenge] > 0 }
        .map { (ranks[challenge][$0.person]!, people[$0.person].name, $0.person, $0.values) }
        .sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
        .map { "\($0.0) \($0.1) \($0.3[challenge])" }
    }
  }

  // MARK: Feed

  /// The feed of one person, as sentences in order of time.
  func feed(of person: Int, now: Instant) -> [String] {
    guard !isDeleted, people[person].isHere else { return [] }
    let reader = people[person]
    var lines: [(at: Instant, order: Int, text: String)] = []
    for (number, entry) in events.enumerated()
    where number >= reader.firstEvent && now - entry.at < 7 * Span.day {
      let star = number >= reader.eventsSeen ? "*" : ""
      switch entry.event {
      case .joined(let newcomer) where newcomer != person:
        lines.append((entry.at, 1, star + "joined \(newcomer)"))
      case .lost(person, let cause, let boards):
        lines.append((entry.at, 1, star + "lost \(boards.sorted()) by \(cause)"))
      case .gained(person, let cause, let ranks):
        lines.append((entry.at, 1, star + "gained \(ranks) by \(cause)"))
      default: break
      }
    }
    for week in Self.weeks + [TestGroup.day(63), TestGroup.day(70)] {
      let end = reader.zone.startOfDay(week.adding(days: 7))
      if end > reader.joined && end <= now && now - end < 7 * Span.day {
        lines.append((end, 0, (week >= reader.weeksSeen ? "*" : "") + "ended \(week)"))
      }
    }
    // Events at equal times keep the order of the log, then the end of a week.
    return lines.enumerated()
      .sorted {
        ($0.element.at, -$0.element.order, $0.offset)
          < ($1.element.at, -$1.element.order, $1.offset)
      }
      .map(\.element.text)
  }
}
