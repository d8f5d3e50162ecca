public import Chronology

extension GoalsArea {
  /// GOAL-1: parents manage every member's goals [CT 5.1], athletes their own [LK]; children and
  /// observers read them.
  public static func decide(
    _ code: GoalCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    let author = state.member(fact.author)
    let isOwn = author.role == .athlete && fact.author == fact.subject
    guard Permissions.mayManage(author) || isOwn || isOwnNote(fact, by: author) else {
      return .parentNeeded
    }
    if code == .goalCreated { return decideNewGoal(GoalCreation(fact.payload), state.shared) }
    guard let goal = state.goals.goal(fact.entity), goal.person == fact.subject else {
      return .goalUnknown
    }
    // Two devices that delete the same goal agree.
    if code == .goalDeleted { return nil }
    guard !goal.isDeleted else { return .goalDeleted }
    return decideGoalChange(code, fact, of: goal, state.shared)
  }
}

/// GOAL-3: a child that logs for itself writes its own note.
private func isOwnNote(_ fact: Fact, by author: Member) -> Bool {
  fact.kind == .goalTextSet && fact.payload.first == UInt64(GoalText.childNote.rawValue)
    && fact.author == fact.subject
    && Permissions.mayLog(author: fact.author, author, subject: fact.subject)
}

private func decideNewGoal(_ goal: GoalCreation, _ shared: borrowing SharedState) -> Refusal? {
  guard goal.type != nil, goal.priority != nil else { return .goalChoiceUnknown }
  guard goal.title != .empty else { return .goalTitleEmpty }
  guard goal.isUnitHeld else { return .valueNotPossible }
  guard GoalLimits.target.contains(Int64(goal.target)) else { return .goalTargetOutOfRange }
  return decideGoalDates(from: goal.start, through: goal.end, shared)
}

private func decideGoalDates(
  from start: LocalDay, through end: LocalDay, _ shared: borrowing SharedState
) -> Refusal? {
  guard shared.covers(start), shared.covers(end) else { return .dayOutOfRange }
  return start <= end ? nil : .goalDatesReversed
}

private func decideGoalChange(
  _ code: GoalCode, _ fact: Fact, of goal: Goal, _ shared: borrowing SharedState
) -> Refusal? {
  let value = fact.payload.first
  switch code {
  case .goalTitleSet:
    return UInt32(truncatingIfNeeded: value) != 0 ? nil : .goalTitleEmpty
  case .goalTargetSet:
    // GOAL-3: at most all occurrences can be attended.
    let most = goal.attendance.isShare ? 100 : GoalLimits.target.upperBound
    return (1...most).contains(Int64(bitPattern: value)) ? nil : .goalTargetOutOfRange
  case .goalTextSet:
    return decideGoalText(fact)
  case .goalMilestoneSet:
    return decideGoalMilestone(GoalMilestone(fact.payload))
  case .goalAttendanceSet:
    guard goal.type == .attendance, AttendanceRule.isWellFormed(fact.payload) else {
      return .goalChoiceUnknown
    }
    let isShare = AttendanceRule(fact.payload).isShare
    return isShare && goal.target > 100 ? .goalTargetOutOfRange : nil
  case .goalDatesSet:
    let dates = GoalDates(fact.payload)
    return decideGoalDates(from: dates.start, through: dates.end, shared)
  case .goalPrioritySet:
    return value < UInt64(GoalPriority.allCases.count) ? nil : .goalChoiceUnknown
  case .goalProgressSet:
    guard !goal.type.isAutomatic else { return .goalAutomatic }
    return GoalLimits.progress.contains(Int64(bitPattern: value)) ? nil : .goalProgressOutOfRange
  case .goalCompletedSet:
    return goal.type.isAutomatic ? .goalAutomatic : nil
  case .goalMetricSet:
    guard goal.type == .nutrition else { return .goalChoiceUnknown }
    let metric = GoalMetric(fact.payload)
    guard metric.metric != nil else { return .goalChoiceUnknown }
    return metric.isWellFormed ? nil : .goalTargetOutOfRange
  case .goalCreated, .goalUnitSet, .goalSportSet, .goalArchivedSet, .goalDeleted:
    return nil
  }
}
