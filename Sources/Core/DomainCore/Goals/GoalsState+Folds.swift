// Goals: folds and progress.

import Base
public import Chronology

/// Folds of goals and their progress.
public enum GoalsArea: Area {
  public static func fold(
    _ code: GoalCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    if code == .goalCreated {
      guard let place = state.goals.createGoal(fact, &state.shared) else { return .superseded }
      state.recountGoal(place)
      return .changed
    }
    guard let place = state.goals.changeGoal(code, fact, &state.shared) else { return .superseded }
    switch code {
    case .goalCreated, .goalTitleSet, .goalUnitSet, .goalPrioritySet, .goalProgressSet,
      .goalArchivedSet, .goalTextSet, .goalMilestoneSet:
      break
    case .goalDeleted:
      // Deleting is not an undo: the goal's awarded points and badges stay.
      state.shared.accountEnd(of: fact.entity, fact.kind)
    case .goalCompletedSet:
      state.goals.settleGoal(place, completed: fact.payload.first != 0, &state.shared)
    case .goalDatesSet, .goalSportSet, .goalTargetSet, .goalMetricSet, .goalAttendanceSet:
      if code == .goalMetricSet { state.goals.hasMetrics = true }
      if code == .goalAttendanceSet { state.goals.hasShares = true }
      state.recountGoal(place)
    }
    return .changed
  }
}

extension GoalsState {
  /// Returns the place of the new goal, or nil if it exists.
  mutating func createGoal(_ fact: Fact, _ shared: inout SharedState) -> Int? {
    guard rows.place(of: RowKey(fact.identity.raw)) == nil else { return nil }
    shared.accountOnce(fact)
    return add(Goal(created: fact))
  }

  /// Returns the place of the changed goal, or nil if the fact changes nothing.
  mutating func changeGoal(_ code: GoalCode, _ fact: Fact, _ shared: inout SharedState) -> Int? {
    let detail = code == .goalTextSet || code == .goalMilestoneSet ? fact.goalDetail : 0
    guard let place = rows.place(of: RowKey(fact.entity.raw)),
      !rows[place].isDeleted,
      code == .goalDeleted
        || shared.write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: detail))
    else { return nil }
    rows[place].take(code, fact)
    return place
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
      state.goals.nutritionDayCounts(day, of: person, isMet, &state.shared)
    case .attendanceCounted(let occurrence, let person, let isAttended):
      state.goals.attendanceCounts(occurrence, of: person, isAttended, &state.shared)
    case .attendanceRecounted(let occurrence, let day, let person):
      var old = occurrence
      old.day = day
      state.goals.attendanceMoves(from: old, to: occurrence, of: person, &state.shared)
    case .planChanged:
      state.goals.recountShares(by: fact, &state.shared, state.schedule, state.rewards)
    case .needsChanged, .attendance, .attendanceMoved, .streakWeeks, .goal: break
    }
  }
}

extension GoalsState {
  /// GOAL-2: counts an attendance, or its removal, for the person's attendance goals. O(automatic
  /// goals of the person).
  mutating func attendanceCounts(
    _ occurrence: AttendedOccurrence, of person: MemberHandle, _ attended: Bool,
    _ shared: inout SharedState
  ) {
    var next = lastAutomatic(of: person)
    while next != Goal.none {
      let place = Int(next)
      let goal = rows[place]
      if goal.type == .attendance, !goal.attendance.isShare, !goal.isDeleted,
        occurrence.counts(for: goal)
      {
        count(attended ? 1 : -1, for: place, &shared)
      }
      next = goal.earlier
    }
  }

  /// GOAL-2: counts an attendance that moved to another day, for goals whose term holds only one of
  /// the two days. O(automatic goals of the person).
  mutating func attendanceMoves(
    from old: AttendedOccurrence, to new: AttendedOccurrence, of person: MemberHandle,
    _ shared: inout SharedState
  ) {
    var next = lastAutomatic(of: person)
    while next != Goal.none {
      let place = Int(next)
      let goal = rows[place]
      let counts = new.counts(for: goal)
      if goal.type == .attendance, !goal.attendance.isShare, !goal.isDeleted,
        counts != old.counts(for: goal)
      {
        count(counts ? 1 : -1, for: place, &shared)
      }
      next = goal.earlier
    }
  }

  /// GOAL-2: counts a nutrition day, or its removal, for the person's nutrition goals. O(automatic
  /// goals of the person).
  mutating func nutritionDayCounts(
    _ day: LocalDay, of person: MemberHandle, _ met: Bool, _ shared: inout SharedState
  ) {
    var next = lastAutomatic(of: person)
    while next != Goal.none {
      let place = Int(next)
      let goal = rows[place]
      if goal.type == .nutrition, goal.metric == nil, !goal.isDeleted, goal.start <= day,
        day <= goal.end
      {
        count(met ? 1 : -1, for: place, &shared)
      }
      next = goal.earlier
    }
  }

  private mutating func count(_ change: Int32, for place: Int, _ shared: inout SharedState) {
    rows[place].current &+= change
    settleAutomatic(place, &shared)
  }

  /// GOAL-2: sets the count of an automatic goal.
  mutating func setCount(_ count: Int32, for place: Int, _ shared: inout SharedState) {
    rows[place].current = count
    settleAutomatic(place, &shared)
  }

  /// GOAL-2: recounts an attendance goal. O(the person's attendances), and for a percentage
  /// O(occurrences of its term).
  mutating func recountAttendance(
    _ place: Int, _ shared: inout SharedState, _ schedule: borrowing ScheduleState,
    _ rewards: borrowing RewardsState
  ) {
    let goal = rows[place]
    let count =
      goal.attendance.isShare
      ? goal.attendedPercent(shared, schedule) : rewards.attendedCount(for: goal)
    setCount(count, for: place, &shared)
  }

  /// GOAL-2: an automatic goal is completed exactly while its count reaches the target, so that
  /// undoing a log revokes the completion, and its points with it.
  private mutating func settleAutomatic(_ place: Int, _ shared: inout SharedState) {
    let goal = rows[place]
    settleGoal(place, completed: goal.current >= goal.target, &shared)
  }

  /// GOAL-2: a goal becomes completed once, however many devices complete it.
  mutating func settleGoal(_ place: Int, completed: Bool, _ shared: inout SharedState) {
    guard rows[place].isCompleted != completed else { return }
    rows[place].isCompleted = completed
    let goal = rows[place]
    shared.areaEvents.append(.goal(goal.entity, of: goal.person, isCompleted: completed))
  }

  /// GOAL-3: recounts the goals that depend on the plan, because it changed. O(such goals ×
  /// occurrences), for the few families that have one.
  ///
  /// A class affects only its participants and those who were just added or removed.
  mutating func recountShares(
    by fact: Fact, _ shared: inout SharedState, _ schedule: borrowing ScheduleState,
    _ rewards: borrowing RewardsState
  ) {
    let changed = schedule.trainingClass(fact.entity)
    for place in 0..<rows.count {
      let goal = rows[place]
      guard goal.type == .attendance, goal.attendance.isShare, !goal.isDeleted else { continue }
      if let changed, !changed.participants.contains(goal.person), fact.subject != goal.person {
        continue
      }
      recountAttendance(place, &shared, schedule, rewards)
    }
  }
}

extension Goal {
  /// GOAL-3: the percentage of the planned occurrences in a goal's term that the person attended.
  /// Rounded down; cancelled occurrences are not in the plan, and an empty plan gives zero.
  func attendedPercent(
    _ shared: borrowing SharedState, _ schedule: borrowing ScheduleState
  ) -> Int32 {
    // Without an attendance the result is zero, whatever was planned.
    guard schedule.attendedCount(of: person, from: start, through: end) > 0 else {
      return 0
    }
    let (scheduled, attended) = schedule.attendance(
      of: person, from: start, through: end, in: sport, types: attendance, shared)
    return scheduled == 0 ? 0 : Int32(attended * 100 / scheduled)
  }
}
