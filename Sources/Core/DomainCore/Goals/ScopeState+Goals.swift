// Goals: folds, progress and queries.

import Base
public import Chronology

/// Folds of goals and their progress.
public enum GoalsArea: Area {
  public static func fold(
    _ code: GoalCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    if code == .goalCreated { return state.createGoal(fact) }
    let detail = code == .goalTextSet || code == .goalMilestoneSet ? fact.goalDetail : 0
    guard let place = state.goals.rows.place(of: RowKey(fact.entity.raw)),
      !state.goals.rows[place].isDeleted,
      code == .goalDeleted
        || state.shared.write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: detail))
    else { return .superseded }
    state.goals.rows[place].take(code, fact)
    switch code {
    case .goalCreated, .goalTitleSet, .goalUnitSet, .goalPrioritySet, .goalProgressSet,
      .goalArchivedSet, .goalTextSet, .goalMilestoneSet:
      break
    case .goalDeleted:
      // Deleting is not an undo: the goal's awarded points and badges stay.
      state.accountEnd(of: fact.entity, fact.kind)
    case .goalCompletedSet:
      state.settleGoal(place, completed: fact.payload.first != 0)
    case .goalDatesSet, .goalSportSet, .goalTargetSet, .goalMetricSet, .goalAttendanceSet:
      if code == .goalMetricSet { state.goals.hasMetrics = true }
      if code == .goalAttendanceSet { state.goals.hasShares = true }
      state.recountGoal(place)
    }
    return .changed
  }
}

extension ScopeState {
  mutating func createGoal(_ fact: Fact) -> Effect {
    guard goals.rows.place(of: RowKey(fact.identity.raw)) == nil else { return .superseded }
    shared.accountOnce(fact)
    let place = goals.add(Goal(created: fact))
    recountGoal(place)
    return .changed
  }

  /// GOAL-1: a goal, or nil if it was never created; a deleted one is marked as deleted.
  public func goal(_ entity: Entity) -> Goal? {
    goals.rows.row(of: RowKey(entity.raw))
  }

  /// GOAL-1: a person's goals that were not deleted, in order of creation. O(goals of the family).
  public func goals(of person: MemberHandle) -> [Goal] {
    (0..<goals.rows.count).map { goals.rows[$0] }
      .filter { $0.person == person && !$0.isDeleted }
  }
}

extension Goal {
  /// Applies an accepted change.
  mutating func take(_ code: GoalCode, _ fact: Fact) {
    let value = fact.payload.first
    switch code {
    case .goalTitleSet: title = TextHandle(packed: value)
    case .goalUnitSet: unit = TextHandle(packed: value)
    case .goalTargetSet: target = Int32(truncatingIfNeeded: value)
    case .goalDatesSet:
      let dates = GoalDates(fact.payload)
      (start, end) = (dates.start, dates.end)
    case .goalPrioritySet:
      priority = GoalPriority(rawValue: UInt8(truncatingIfNeeded: value)) ?? priority
    case .goalSportSet: sport = Entity(raw: value)
    case .goalProgressSet: current = Int32(truncatingIfNeeded: value)
    case .goalArchivedSet: isArchived = value != 0
    case .goalDeleted: isDeleted = true
    case .goalAttendanceSet:
      if type == .attendance { attendance = AttendanceRule(fact.payload) }
    case .goalMetricSet:
      guard type == .nutrition else { return }
      let set = GoalMetric(fact.payload)
      (metric, metricAmount) = (set.metric, set.amount)
    // `settleGoal` applies completion, with its points; texts and milestones are kept in registers
    // only.
    case .goalCreated, .goalCompletedSet, .goalTextSet, .goalMilestoneSet: break
    }
  }
}

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
  /// GOAL-2: counts an attendance, or its removal, for the person's attendance goals. O(automatic
  /// goals of the person).
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

  /// GOAL-2: counts an attendance that moved to another day, for goals whose term holds only one of
  /// the two days. O(automatic goals of the person).
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

  /// GOAL-2: counts a nutrition day, or its removal, for the person's nutrition goals. O(automatic
  /// goals of the person).
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

  /// GOAL-2: recounts a goal after it was created or its days, sport or target changed: earlier
  /// logs count, too. O(days of the goal), or O(the person's attendances).
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
    // A row that was never decided may name any days; only these can have logs.
    let (first, last) = (max(start, firstDay), min(end, firstDay.adding(days: dayCapacity)))
    guard first <= last else { return 0 }
    var count: Int32 = 0
    for day in first...last where rewards.ledger.stands(.nutritionDay(day, of: person)) {
      count += 1
    }
    return count
  }

  /// GOAL-2: an automatic goal is completed exactly while its count reaches the target, so that
  /// undoing a log revokes the completion, and its points with it.
  private mutating func settleAutomatic(_ place: Int) {
    let goal = goals.rows[place]
    settleGoal(place, completed: goal.current >= goal.target)
  }

  /// GOAL-2: a goal becomes completed once, however many devices complete it.
  mutating func settleGoal(_ place: Int, completed: Bool) {
    guard goals.rows[place].isCompleted != completed else { return }
    goals.rows[place].isCompleted = completed
    let goal = goals.rows[place]
    shared.areaEvents.append(.goal(goal.entity, of: goal.person, isCompleted: completed))
  }
}

extension ScopeState {
  /// GOAL-3: the percentage of the planned occurrences in a goal's term that the person attended.
  /// Rounded down; cancelled occurrences are not in the plan, and an empty plan gives zero.
  func attendedPercent(for goal: Goal) -> Int32 {
    // Without an attendance the result is zero, whatever was planned.
    guard schedule.attendedCount(of: goal.person, from: goal.start, through: goal.end) > 0 else {
      return 0
    }
    let (scheduled, attended) = schedule.attendance(
      of: goal.person, from: goal.start, through: goal.end, in: goal.sport, types: goal.attendance,
      shared)
    return scheduled == 0 ? 0 : Int32(attended * 100 / scheduled)
  }

  /// GOAL-3: recounts the goals that depend on the plan, because it changed. O(such goals ×
  /// occurrences), for the few families that have one.
  ///
  /// A class affects only its participants and those who were just added or removed.
  mutating func recountShares(by fact: Fact) {
    let changed = schedule.trainingClass(fact.entity)
    for place in 0..<goals.rows.count {
      let goal = goals.rows[place]
      guard goal.type == .attendance, goal.attendance.isShare, !goal.isDeleted else { continue }
      if let changed, !changed.participants.contains(goal.person), fact.subject != goal.person {
        continue
      }
      recountGoal(place)
    }
  }
}

extension ScopeState {
  /// NUT-11: recounts a person's goals of a metric, because an entry of a day changed. O(days of
  /// their goals), for the few who have one.
  mutating func judgeGoalMetrics(of person: MemberHandle, day: Int) {
    let changed = firstDay.adding(days: day)
    var next = goals.lastAutomatic(of: person)
    while next != Goal.none {
      let place = Int(next)
      let goal = goals.rows[place]
      if goal.metric != nil, !goal.isDeleted, goal.start <= changed, changed <= goal.end {
        recountGoal(place)
      }
      next = goal.earlier
    }
  }

  /// NUT-11: the number of days of its term on which the person met a metric.
  func daysMeeting(_ goal: Goal, _ metric: NutritionGoal) -> Int32 {
    let first = max(0, index(of: goal.start))
    let last = min(index(of: goal.end), dayCapacity - 1)
    guard first <= last else { return 0 }
    var count: Int32 = 0
    for day in first...last {
      let date = firstDay.adding(days: day)
      if meets(metric, target: goal.metricAmount, of: goal.person, on: date) { count += 1 }
    }
    return count
  }
}

extension ScopeState {
  /// GOAL-3: a text of a goal; empty until it is set.
  public func goalText(_ text: GoalText, of goal: Entity) -> TextHandle {
    let set = shared.registers[FieldKey(.goalTextSet, of: goal, detail: UInt64(text.rawValue))]
    return TextHandle(packed: set?.value.second ?? 0)
  }

  /// GOAL-3: the milestones of a goal, the lowest first.
  public func milestones(of goal: Entity) -> [GoalMilestone] {
    GoalMilestone.numbers.compactMap { number in
      shared.registers[FieldKey(.goalMilestoneSet, of: goal, detail: UInt64(number))]
        .map { GoalMilestone($0.value) }
    }
    .filter { $0.value > 0 }
    .sorted { ($0.value, $0.number) < ($1.value, $1.number) }
  }

  /// GOAL-3: the milestones that the person has reached. Undone progress no longer counts, as with
  /// points.
  public func milestonesReached(of goal: Goal) -> [GoalMilestone] {
    milestones(of: goal.entity).filter { Int64($0.value) <= Int64(goal.current) }
  }
}
