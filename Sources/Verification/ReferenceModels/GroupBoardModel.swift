public import Chronology
public import DomainCore

/// A reference model of GRP-4 and FAM-12, computed from the log alone: the number of workouts of
/// each member in each week.
public struct GroupBoardModel {
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
  /// The number of workouts that count, by member and day.
  private var counts: [UInt16: [LocalDay: Int]] = [:]
  /// The Monday of the last final week; it never goes back.
  private(set) var final = LocalDay(number: .min)
  /// The day for which the last fact has made a workout count that did not before, if any.
  private(set) var begun: LocalDay?
  /// GRP-9: by seat, the last week that was final when its member left.
  private var lastWeeks: [Int: LocalDay] = [:]

  public init() {}

  /// Processes the next accepted fact of the log, with the time of its commit and the state of its
  /// group just before.
  public mutating func ingest(_ fact: Fact, committed: Instant, in group: GroupModel) {
    begun = nil
    guard fact.kind.area == .groups, !group.isDeleted else { return }
    close(in: group, at: committed)
    let seat = Int(fact.subject.index)
    if fact.kind == .groupLeft || fact.kind == .groupMemberRemoved, group.active.contains(seat) {
      lastWeeks[seat] = final
    }
    switch fact.kind {
    case .groupWorkoutShared: share(fact)
    case .groupConsentSet where fact.payload.first & 1 == 0,
      .groupLeft where fact.payload.first & 1 == 1:
      erase(fact.author.index, before: fact.version)
    default: break
    }
  }

  /// A week is final when its Sunday has been over for 48 hours for the westernmost active member,
  /// in the zone of their latest operation.
  private mutating func close(in group: GroupModel, at now: Instant) {
    // No clock is a day ahead of UTC, so mostly this settles it.
    guard now.utcDay >= final.adding(days: 15) else { return }
    let mondays = group.active.map { place in
      let number = group.seats[place].zone
      let zone = Int(number) < Zone.count ? Zone(id: number) : .utc
      return zone.localDay(at: now - 48 * Span.hour).weekStart
    }
    if let open = mondays.min() { final = max(final, open.adding(days: -7)) }
  }

  private mutating func share(_ fact: Fact) {
    let payload = WorkoutSummary(fact.payload)
    let key = Key(workout: fact.entity, member: fact.author.index)
    let known = workouts[key]
    if let known, !(known.version < fact.version) { return }
    // The first day that was named wins, unless everything of it was erased.
    let day = known.map { $0.isErased ? payload.day : $0.day } ?? payload.day
    // A late fact for a final week is on record, and changes nothing.
    let counts = day.weekStart > final ? payload.count > 0 : known?.counts ?? false
    let didCount = known?.counts ?? false
    workouts[key] = Workout(version: fact.version, day: day, counts: counts)
    if didCount != counts { note(day, of: key.member, counts ? 1 : -1) }
    begun = counts && !didCount ? day : nil
  }

  private mutating func note(_ day: LocalDay, of member: UInt16, _ change: Int) {
    counts[member, default: [:]][day, default: 0] += change
  }

  private mutating func erase(_ member: UInt16, before version: Version) {
    for (key, workout) in workouts
    where key.member == member && workout.version < version && !workout.isErased {
      if workout.counts { note(workout.day, of: member, -1) }
      workouts[key]?.counts = false
      workouts[key]?.isErased = true
    }
  }

  /// GRP-9: whether a week's boards have room for a seat: a former member stays on the final ones.
  public func hasRoom(for seat: Int, in week: LocalDay) -> Bool {
    lastWeeks[seat].map { week <= $0 } ?? true
  }

  /// The number of workouts that count, by member and week.
  public func checkIns() -> [(week: Week, count: UInt32)] {
    var counts: [Week: UInt32] = [:]
    for (key, workout) in workouts {
      let week = Week(member: key.member, monday: workout.day.weekStart)
      counts[week, default: 0] += workout.counts ? 1 : 0
    }
    return counts.map { (week: $0.key, count: $0.value) }
      .sorted { ($0.week.monday, $0.week.member) < ($1.week.monday, $1.week.member) }
  }

  /// GRP-4, GRP-10: the value of a member's week on their today, by challenge: its number of
  /// workouts, and the length of the streak, wherever that began; without one workout of a day, for
  /// the value before that workout.
  public func weekValues(
    of member: Int, in week: LocalDay, on today: LocalDay, without day: LocalDay? = nil
  ) -> [UInt32] {
    var own = counts[UInt16(member)] ?? [:]
    if let day { own[day, default: 1] -= 1 }
    let workouts = (0..<7).map { own[week.adding(days: $0)] ?? 0 }.reduce(0, +)
    if today < week { return [UInt32(workouts), 0] }
    let days = Set(own.filter { $0.value > 0 }.keys)
    let sunday = week.adding(days: 6)
    if sunday < today { return [UInt32(workouts), Self.run(endingOn: sunday, in: days)] }
    // Today is not missed before it is over.
    let last = days.contains(today) ? today : today.adding(days: -1)
    return [UInt32(workouts), Self.run(endingOn: last, in: days)]
  }

  /// GRP-10: the length of the streak in a set of days that ends on a day.
  public static func run(endingOn day: LocalDay, in days: Set<LocalDay>) -> UInt32 {
    var (run, day) = (0 as UInt32, day)
    while days.contains(day) {
      run += 1
      day = day.adding(days: -1)
    }
    return run
  }
}
