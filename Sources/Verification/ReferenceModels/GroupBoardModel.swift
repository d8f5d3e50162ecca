public import Chronology
public import DomainCore

/// GRP-4, FAM-12 told from the log alone: how many workouts each member has in each week.
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
  /// How many workouts count, by member and day.
  private var counts: [UInt16: [LocalDay: Int]] = [:]
  /// The Monday of the last week that is final, and stays so.
  private(set) var final = LocalDay(number: .min)
  /// The day for which the last fact has made a workout count that did not, if it has.
  private(set) var begun: LocalDay?
  /// GRP-9: by seat, the last week that was final when who sat there left.
  private var lastWeeks: [Int: LocalDay] = [:]

  public init() {}

  /// Takes in the next fact of the log that was not refused, when the server took it, and how its
  /// group stood just before.
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

  /// A week is final when its Sunday has been over for 48 hours for the last who sits in the group,
  /// wherever they were when they last said something.
  private mutating func close(in group: GroupModel, at now: Instant) {
    // Nobody's clocks are a day ahead of UTC, so mostly this settles it.
    guard now.utcDay >= final.adding(days: 15) else { return }
    let mondays = group.active.map { place in
      let number = group.seats[place].zone
      let zone = Int(number) < Zone.count ? Zone(id: number) : .utc
      return zone.localDay(at: now - 48 * Span.hour).weekStart
    }
    if let open = mondays.min() { final = max(final, open.adding(days: -7)) }
  }

  private mutating func share(_ fact: Fact) {
    let said = WorkoutSummary(fact.payload)
    let key = Key(workout: fact.entity, member: fact.author.index)
    let known = workouts[key]
    if let known, !(known.version < fact.version) { return }
    // What first named the day stands, unless all of that was erased.
    let day = known.map { $0.isErased ? said.day : $0.day } ?? said.day
    // What comes for a week that is final is on record, and changes nothing.
    let counts = day.weekStart > final ? said.count > 0 : known?.counts ?? false
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

  /// GRP-9: whether a week's boards have room for a seat: who left stays on those that were final.
  public func hasRoom(for seat: Int, in week: LocalDay) -> Bool {
    lastWeeks[seat].map { week <= $0 } ?? true
  }

  /// How many workouts count, by member and week.
  public func checkIns() -> [(week: Week, count: UInt32)] {
    var counts: [Week: UInt32] = [:]
    for (key, workout) in workouts {
      let week = Week(member: key.member, monday: workout.day.weekStart)
      counts[week, default: 0] += workout.counts ? 1 : 0
    }
    return counts.map { (week: $0.key, count: $0.value) }
      .sorted { ($0.week.monday, $0.week.member) < ($1.week.monday, $1.week.member) }
  }

  /// GRP-4, GRP-10: what a week of a member is worth on their today, by challenge: how many
  /// workouts it has, and how many days in a row, which begin wherever they did; without one
  /// workout of a day, if somebody asks how it was before that.
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

  /// GRP-10: how many days in a row there are that end on one of a set.
  public static func run(endingOn day: LocalDay, in days: Set<LocalDay>) -> UInt32 {
    var (run, day) = (0 as UInt32, day)
    while days.contains(day) {
      run += 1
      day = day.adding(days: -1)
    }
    return run
  }
}
