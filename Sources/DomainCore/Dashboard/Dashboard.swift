public import Chronology

/// HOME-1: what the first screen shows a person at an instant. Derived, never stored.
public struct Dashboard: Hashable, Sendable {
  /// A habit that is on the list today.
  public struct HabitLine: Hashable, Sendable {
    public var habit: Entity
    public var isDone: Bool
    public var streak: Int
  }

  /// The most important goals of a child, or an athlete.
  public struct GoalLine: Hashable, Sendable {
    public var child: MemberHandle
    public var goals: [Goal]
  }

  // The day so far.
  public var meals: Int
  public var sessionsDone: Int
  /// Twice the wellness score, the mean of mental and physical, so that it is exact; nil before
  /// the check-in.
  public var wellnessTwice: Int?
  /// Everything eaten and drunk, and what it is held against: energy, protein and water.
  public var eaten: Nutrients
  public var target: NutritionTarget

  // What is ahead.
  public var sessions: [Session]
  public var assignments: [WorkoutAssignment]
  public var deadlines: [AcademicItem]
  public var nextOccurrences: [Occurrence]
  public var attention: ScheduleAttention
  public var goals: [GoalLine]
  public var habits: [HabitLine]
}

extension Dashboard {
  /// HOME-1: how the day stands against the goal of a metric; nil without one.
  public func colour(of metric: NutritionMetric) -> NutritionColour? {
    target.colour(of: metric, for: eaten)
  }
}

extension ScopeState {
  /// HOME-1: the dashboard of a person at an instant, by the clocks of where they are.
  ///
  /// FAM-2: of others it shows what they may read. Parents and observers see the whole calendar and
  /// the goals of each child; a child, an athlete and a coach theirs, and those of the roster.
  public func dashboard(of person: MemberHandle, at now: Instant, in zone: Zone) -> Dashboard {
    let today = zone.localDay(at: now)
    let index = index(of: today)
    let row = index < 0 ? PersonDay() : personDay(person, index)
    let sessions = sessions(of: person, on: today)
    let role = member(person).role
    let seesAll = (role == .parent || role == .observer) && !mustPurge(person, on: today)
    let readable = seesAll ? nil : schedules(of: person, on: today)
    return Dashboard(
      meals: row.mealCount, sessionsDone: sessions.count { $0.report.isDone },
      wellnessTwice: row.hasCheckIn ? Int(row.mental) + Int(row.physical) : nil,
      eaten: row.nutrients, target: nutritionTarget(of: person, on: today),
      sessions: sessions, assignments: assignments(of: person, dueOn: today),
      deadlines: deadlines(of: person, inWeekOf: today),
      nextOccurrences: nextOccurrences(
        3, now: now, filter: ScheduleFilter(participants: readable)),
      attention: attention(of: person, within: readable, now: now),
      goals: goalLines(for: person, on: today), habits: habitLines(of: person, on: today))
  }

  /// FAM-2: whose schedule somebody may read who does not read everybody's.
  private func schedules(of reader: MemberHandle, on today: LocalDay) -> MemberSet {
    var readable = MemberSet()
    for index in 0..<memberCount {
      let member = MemberHandle(UInt16(index))
      readable.set(member, mayRead(.schedule, of: member, reader: reader, on: today))
    }
    return readable
  }

  /// What needs attention, without what is about somebody else's schedule: a driver's conflicts
  /// and requests are the drivers' business.
  private func attention(
    of person: MemberHandle, within readable: MemberSet?, now: Instant
  ) -> ScheduleAttention {
    var attention = needsAttention(now: now)
    guard let readable else { return attention }
    attention.coverage = []
    attention.swaps = []
    attention.conflicts.removeAll { conflict in
      if let about = conflict.person { return !readable.contains(about) }
      let one = occurrence(conflict.first.occurrence, now: now)
      return !(one?.participants.contains { readable.contains($0) } ?? false)
    }
    return attention
  }

  /// A line for everybody who trains and whose goals the person may read.
  private func goalLines(for person: MemberHandle, on today: LocalDay) -> [Dashboard.GoalLine] {
    var lines: [Dashboard.GoalLine] = []
    for index in 0..<memberCount {
      let member = MemberHandle(UInt16(index))
      let role = self.member(member).role
      guard role == .child || role == .athlete, self.member(member).isActive,
        mayRead(.goals, of: member, reader: person, on: today)
      else { continue }
      lines.append(Dashboard.GoalLine(child: member, goals: topGoals(of: member)))
    }
    return lines
  }

  /// The three active goals that matter most, then those that end first, then the oldest.
  private func topGoals(of person: MemberHandle) -> [Goal] {
    let ordered = goals(of: person).filter { $0.status == .active }.sorted {
      if $0.priority != $1.priority { return $0.priority.rawValue > $1.priority.rawValue }
      return ($0.end, $0.entity) < ($1.end, $1.entity)
    }
    return Array(ordered.prefix(3))
  }

  private func habitLines(of person: MemberHandle, on today: LocalDay) -> [Dashboard.HabitLine] {
    habitsInOrder(of: person).map { slot in
      Dashboard.HabitLine(
        habit: habitAt(slot).entity, isDone: isDone(slot, index(of: today)),
        streak: streak(slot, asOf: today))
    }
  }
}
