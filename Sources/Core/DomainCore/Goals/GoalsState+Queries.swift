// Goals: queries.

import Base

extension GoalsState {
  /// GOAL-1: a goal, or nil if it was never created; a deleted one is marked as deleted.
  public func goal(_ entity: Entity) -> Goal? {
    rows.row(of: RowKey(entity.raw))
  }

  /// GOAL-1: a person's goals that were not deleted, in order of creation. O(goals of the family).
  public func goals(of person: MemberHandle) -> [Goal] {
    (0..<rows.count).map { rows[$0] }
      .filter { $0.person == person && !$0.isDeleted }
  }

  /// GOAL-3: a text of a goal; empty until it is set.
  public func goalText(_ text: GoalText, of goal: Entity, _ shared: borrowing SharedState)
    -> TextHandle
  {
    let set = shared.registers[FieldKey(.goalTextSet, of: goal, detail: UInt64(text.rawValue))]
    return TextHandle(packed: set?.value.second ?? 0)
  }

  /// GOAL-3: the milestones of a goal, the lowest first.
  public func milestones(of goal: Entity, _ shared: borrowing SharedState) -> [GoalMilestone] {
    GoalMilestone.numbers.compactMap { number in
      shared.registers[FieldKey(.goalMilestoneSet, of: goal, detail: UInt64(number))]
        .map { GoalMilestone($0.value) }
    }
    .filter { $0.value > 0 }
    .sorted { ($0.value, $0.number) < ($1.value, $1.number) }
  }

  /// GOAL-3: the milestones that the person has reached. Undone progress no longer counts, as with
  /// points.
  public func milestonesReached(
    of goal: Goal, _ shared: borrowing SharedState
  ) -> [GoalMilestone] {
    milestones(of: goal.entity, shared).filter { Int64($0.value) <= Int64(goal.current) }
  }
}
