import Base
import Chronology

// GOAL-2: attendance and nutrition goals progress by themselves.
extension GoalsArea {
  @inline(__always)
  public static func ingest(_ event: AreaEvent, by fact: Fact, in state: inout ScopeState) {
    switch event {
    case .foodChanged(let person, let day): state.judgeGoalMetrics(of: person, day: day)
    case .nutritionDay(let person, let day, let isMet):
      state.nutritionDayCounts(day, of: person, isMet)
    case .attendanceCounted(let occurrence, let person, let isAttended):
      state.attendanceCounts(occurrence, of: person, isAttended)
    case .attendanceRecounted(let occurrence, let day, let person):
      var old = occurrence
      old.day = day
      state.attendanceMoves(from: old, to: occurrence, of: person)
    case .planChanged: state.recountShares(by: fact)
    case .needsChanged, .attendance, .attendanceMoved, .streakWeeks, .goal: break
    }
  }
}

extension ScopeState {
  /// GOAL-2: counts an attendance, or its undoing, for the person's attendance goals.
  /// O(automatic goals of the person).
  mutating func attendanceCounts(
    _ occurrence: AttendedOccurrence, of person: MemberHandle, _ attended: Bool
  ) {
    var next = goals.lastAutomatic(of: person)
    while next != Goal.none {
      let place = Int(next)
      let goal = goals.rows[place]
      if goal.type == .attendance, !goal.attendance.isShare, !goal.isDeleted,
        occurrence.counts(for: goal)
      {
        count(attended ? 1 : -1, for: place)
      }
      next = goal.earlier
    }
  }

  /// GOAL-2: counts what was attended and moved to another day for the goals that only one of the
  /// two days belongs to. O(automatic goals of the person).
  mutating func attendanceMoves(
    from old: AttendedOccurrence, to new: AttendedOccurrence, of person: MemberHandle
  ) {
    var next = goals.lastAutomatic(of: person)
    while next != Goal.none {
      let place = Int(next)
      let goal = goals.rows[place]
      let counts = new.counts(for: goal)
      if goal.type == .attendance, !goal.attendance.isShare, !goal.isDeleted,
        counts != old.counts(for: goal)
      {
        count(counts ? 1 : -1, for: place)
      }
      next = goal.earlier
    }
  }

  /// GOAL-2: counts a nutrition day, or its undoing, for the person's nutrition goals.
  /// O(automatic goals of the person).
  mutating func nutritionDayCounts(_ day: LocalDay, of person: MemberHandle, _ met: Bool) {
    var next = goals.lastAutomatic(of: person)
    while next != Goal.none {
      let place = Int(next)
      let goal = goals.rows[place]
      if goal.type == .nutrition, goal.metric == nil, !goal.isDeleted, goal.start <= day,
        day <= goal.end
      {
        count(met ? 1 : -1, for: place)
      }
      next = goal.earlier
    }
  }

  private mutating func count(_ change: Int32, for place: Int) {
    goals.rows[place].current &+= change
    settleAutomatic(place)
  }

  /// GOAL-2: counts anew after a goal was made or its days, sport or target changed: what was
  /// logged before counts as well. O(days of the goal), or O(what the person ever attended).
  mutating func recountGoal(_ place: Int) {
    let goal = goals.rows[place]
    switch goal.type {
    case .attendance:
      goals.rows[place].current =
        goal.attendance.isShare ? attendedPercent(for: goal) : attendedCount(for: goal)
    case .nutrition:
      goals.rows[place].current =
        goal.metric.map { daysMeeting(goal, $0) }
        ?? nutritionDaysMet(of: goal.person, from: goal.start, through: goal.end)
    case .performance, .skill, .team, .personalBest: return
    }
    settleAutomatic(place)
  }

  private func nutritionDaysMet(
    of person: MemberHandle, from start: LocalDay, through end: LocalDay
  ) -> Int32 {
    // A row that nobody has decided may name all days that there are; none beyond these is known.
    let (first, last) = (max(start, firstDay), min(end, firstDay.adding(days: dayCapacity)))
    guard first <= last else { return 0 }
    var count: Int32 = 0
    for day in first...last where rewards.ledger.stands(.nutritionDay(day, of: person)) {
      count += 1
    }
    return count
  }

  /// GOAL-2: an automatic goal is completed exactly while its count reaches the target, so that
  /// undoing what was counted takes the completion back, and its points with it.
  private mutating func settleAutomatic(_ place: Int) {
    let goal = goals.rows[place]
    settleGoal(place, completed: goal.current >= goal.target)
  }

  /// GOAL-2: a goal becomes completed once, however many devices say so.
  mutating func settleGoal(_ place: Int, completed: Bool) {
    guard goals.rows[place].isCompleted != completed else { return }
    goals.rows[place].isCompleted = completed
    let goal = goals.rows[place]
    areaEvents.append(.goal(goal.entity, of: goal.person, isCompleted: completed))
  }
}
