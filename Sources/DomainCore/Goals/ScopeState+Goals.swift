import Base
public import Chronology

extension ScopeState {
  /// Folds a fact about goals and their progress.
  public mutating func applyGoals(_ fact: Fact, committed: Instant) -> Effect {
    if fact.kind == .goalCreated { return createGoal(fact, committed: committed) }
    guard let place = goals.rows.place(of: RowKey(fact.entity.raw)), !goals.rows[place].isDeleted
    else { return .superseded }
    if fact.kind == .goalDeleted {
      // Deleting is not an undo: what the goal paid stays paid, and a badge that it gave stays.
      goals.rows[place].isDeleted = true
      accountEnd(of: fact.entity, fact.kind)
      return .changed
    }
    if fact.kind == .goalTextSet || fact.kind == .goalMilestoneSet {
      let key = FieldKey(fact.kind, of: fact.entity, detail: fact.goalDetail)
      return write(fact, to: key) ? .changed : .superseded
    }
    guard write(fact, to: FieldKey(fact.kind, of: fact.entity)) else { return .superseded }
    goals.rows[place].take(fact)
    switch fact.kind {
    case .goalCompletedSet:
      settleGoal(place, completed: fact.payload.first != 0, by: fact, committed: committed)
    case .goalDatesSet, .goalSportSet, .goalTargetSet, .goalMetricSet, .goalAttendanceSet:
      if fact.kind == .goalMetricSet { goals.hasMetrics = true }
      if fact.kind == .goalAttendanceSet { goals.hasShares = true }
      recountGoal(place, by: fact, committed: committed)
    default: break
    }
    return .changed
  }

  private mutating func createGoal(_ fact: Fact, committed: Instant) -> Effect {
    guard goals.rows.place(of: RowKey(fact.identity.raw)) == nil else { return .superseded }
    accountOnce(fact)
    let place = goals.add(Goal(created: fact))
    recountGoal(place, by: fact, committed: committed)
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
  /// Takes a field that was just written.
  mutating func take(_ fact: Fact) {
    let value = fact.payload.first
    switch fact.kind {
    case .goalTitleSet: title = TextHandle(UInt32(truncatingIfNeeded: value))
    case .goalUnitSet: unit = TextHandle(UInt32(truncatingIfNeeded: value))
    case .goalTargetSet: target = Int32(truncatingIfNeeded: value)
    case .goalDatesSet:
      let dates = GoalDates(fact.payload)
      (start, end) = (dates.start, dates.end)
    case .goalPrioritySet:
      priority = GoalPriority(rawValue: UInt8(truncatingIfNeeded: value)) ?? priority
    case .goalSportSet: sport = Entity(raw: value)
    case .goalProgressSet: current = Int32(truncatingIfNeeded: value)
    case .goalArchivedSet: isArchived = value != 0
    case .goalAttendanceSet where type == .attendance: attendance = AttendanceRule(fact.payload)
    case .goalMetricSet where type == .nutrition:
      let set = GoalMetric(fact.payload)
      (metric, metricAmount) = (set.metric, set.amount)
    default: break
    }
  }
}
