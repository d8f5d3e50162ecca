import Base
public import Chronology

/// Goals and their progress.
public enum GoalsArea: Area {
  public static func fold(
    _ code: GoalCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    if code == .goalCreated { return state.createGoal(fact) }
    let detail = code == .goalTextSet || code == .goalMilestoneSet ? fact.goalDetail : 0
    guard let place = state.goals.rows.place(of: RowKey(fact.entity.raw)),
      !state.goals.rows[place].isDeleted,
      code == .goalDeleted
        || state.write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: detail))
    else { return .superseded }
    state.goals.rows[place].take(code, fact)
    switch code {
    case .goalCreated, .goalTitleSet, .goalUnitSet, .goalPrioritySet, .goalProgressSet,
      .goalArchivedSet, .goalTextSet, .goalMilestoneSet:
      break
    case .goalDeleted:
      // Deleting is not an undo: what the goal paid stays paid, and a badge that it gave stays.
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
    accountOnce(fact)
    let place = goals.add(Goal(created: fact))
    recountGoal(place)
    return .changed
  }

  /// GOAL-1: a goal, unless it was never made; a deleted one says so.
  public func goal(_ entity: Entity) -> Goal? {
    goals.rows.row(of: RowKey(entity.raw))
  }

  /// GOAL-1: somebody's goals that were not deleted, in the order in which they were made.
  /// O(goals of the family).
  public func goals(of person: MemberHandle) -> [Goal] {
    (0..<goals.rows.count).map { goals.rows[$0] }
      .filter { $0.person == person && !$0.isDeleted }
  }
}

extension Goal {
  /// Takes what was just said of it.
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
    // Completion is settled, with what it pays; words and milestones stand in the registers alone.
    case .goalCreated, .goalCompletedSet, .goalTextSet, .goalMilestoneSet: break
    }
  }
}
