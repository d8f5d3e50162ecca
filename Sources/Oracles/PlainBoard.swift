public import Chronology
public import DomainCore

/// GRP-4, FAM-12 told from the log alone: how many workouts each member has in each week.
public struct PlainBoard {
  /// A member's week, by its Monday.
  public struct Week: Hashable {
    public var member: UInt16
    public var monday: LocalDay
  }

  private struct Key: Hashable {
    var workout: Entity
    var member: UInt16
  }

  private struct Workout {
    var version: Version
    var day: LocalDay
    var counts: Bool
    var isErased = false
  }

  private var workouts: [Key: Workout] = [:]
  /// The weeks for which something came so late that they may have been final.
  private var late: Set<Week> = []

  public init() {}

  /// Takes in the next fact of the log that was not refused, and when the server took it.
  public mutating func hear(_ fact: Fact, committed: Instant) {
    switch fact.kind {
    case .groupWorkoutShared: share(fact, committed: committed)
    case .groupConsentSet where fact.payload.first & 1 == 0,
      .groupLeft where fact.payload.first & 1 == 1:
      erase(fact.author.index, before: fact.version)
    default: break
    }
  }

  private mutating func share(_ fact: Fact, committed: Instant) {
    let said = WorkoutSummary(fact.payload)
    let key = Key(workout: fact.entity, member: fact.author.index)
    let known = workouts[key]
    if let known, !(known.version < fact.version) { return }
    // What first named the day stands, unless all of that was erased.
    let day = known.map { $0.isErased ? said.day : $0.day } ?? said.day
    workouts[key] = Workout(version: fact.version, day: day, counts: said.count > 0)
    if committed >= Self.mayBeFinal(day.weekStart) {
      late.insert(Week(member: key.member, monday: day.weekStart))
    }
  }

  private mutating func erase(_ member: UInt16, before version: Version) {
    for (key, workout) in workouts
    where key.member == member && workout.version < version && !workout.isErased {
      workouts[key]?.counts = false
      workouts[key]?.isErased = true
    }
  }

  /// The soonest that a week is final: 48 hours after Sunday has ended where it ends first.
  private static func mayBeFinal(_ monday: LocalDay) -> Instant {
    Zone.utc.startOfDay(monday.adding(days: 7)) + 34 * Span.hour
  }

  /// How many workouts count, by member and week: of the weeks that are certain, which are all
  /// into which nothing came late.
  public func checkIns() -> [(week: Week, count: UInt32)] {
    var counts: [Week: UInt32] = [:]
    for (key, workout) in workouts {
      let week = Week(member: key.member, monday: workout.day.weekStart)
      guard !late.contains(week) else { continue }
      counts[week, default: 0] += workout.counts ? 1 : 0
    }
    return counts.map { (week: $0.key, count: $0.value) }
      .sorted { ($0.week.monday, $0.week.member) < ($1.week.monday, $1.week.member) }
  }

  /// The days on which a member has a workout that counts.
  public func days(of member: Int) -> Set<LocalDay> {
    var days: Set<LocalDay> = []
    for (key, workout) in workouts where Int(key.member) == member && workout.counts {
      days.insert(workout.day)
    }
    return days
  }

  /// GRP-10: how many days in a row there are that end on one of a set.
  public static func run(endingOn day: LocalDay, in days: Set<LocalDay>) -> UInt32 {
    var (run, day) = (0 as UInt32, day)
    while days.contains(day) {
      run += 1
      day = day.adding(days: -1)
    }
    return run
  }

  /// Whether nothing came late.
  public var isCertain: Bool { late.isEmpty }
}
