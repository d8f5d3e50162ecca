import Chronology
public import DomainCore
import SyncCore

/// GOAL-3: a milestone of a goal as a list shows it.
public struct MilestoneView: Hashable, Sendable {
  /// Its number among the goal's eight.
  public let number: Int
  public let title: String
  public let value: Int
  public let isReached: Bool
}

// MARK: Actions

extension Action where Made == Void {
  /// GOAL-3: sets the description or a note of a goal; a child sets its own note.
  public static func write(_ string: String, as text: GoalText, to goal: GoalID) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goals.goal(goal.entity) else { throw .goalUnknown }
      return .setGoalText(text, of: goal.entity, of: found.person, to: draft.text(string))
    }
  }

  /// GOAL-3: sets one of a goal's eight milestones.
  public static func setMilestone(
    _ number: Int, of goal: GoalID, at value: Int, _ title: String
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goals.goal(goal.entity) else { throw .goalUnknown }
      guard GoalMilestone.numbers.contains(number), value > 0 else { throw .valueNotPossible }
      let milestone = GoalMilestone(number, at: value, title: draft.text(title))
      return .setGoalMilestone(milestone, of: goal.entity, of: found.person)
    }
  }

  /// GOAL-3: removes a milestone.
  public static func removeMilestone(_ number: Int, of goal: GoalID) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goals.goal(goal.entity) else { throw .goalUnknown }
      guard GoalMilestone.numbers.contains(number) else { throw .valueNotPossible }
      return .setGoalMilestone(
        GoalMilestone(number, at: 0, title: .empty), of: goal.entity, of: found.person)
    }
  }

  /// GOAL-3: sets what an attendance goal counts: attended occurrences, or a percentage of them;
  /// for all class types, or for some.
  public static func countAttendance(
    for goal: GoalID, asPercentage isShare: Bool, of types: [ClassType] = []
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goals.goal(goal.entity) else { throw .goalUnknown }
      let rule = AttendanceRule(isShare: isShare, types: types)
      return .setGoalAttendance(goal.entity, of: found.person, to: rule)
    }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// GOAL-3: a text of a goal; nil without read access.
  public func text(_ field: GoalText, of goal: GoalID) -> String? {
    let state = shown
    guard let found = state.pointee.goals.goal(goal.entity), !found.isDeleted,
      reading(.goals, of: MemberID(found.person, in: state.pointee)) != nil
    else { return nil }
    return texts.text(
      of: state.pointee.goals.goalText(field, of: goal.entity, state.pointee.shared))
  }

  /// GOAL-3: the milestones of a goal, the nearest first; none without read access.
  public func milestones(of goal: GoalID) -> [MilestoneView] {
    let state = shown
    guard let found = state.pointee.goals.goal(goal.entity), !found.isDeleted,
      reading(.goals, of: MemberID(found.person, in: state.pointee)) != nil
    else { return [] }
    let texts = texts
    return state.pointee.goals.milestones(of: goal.entity, state.pointee.shared).map { milestone in
      MilestoneView(
        number: milestone.number, title: texts.text(of: milestone.title),
        value: Int(milestone.value), isReached: Int64(milestone.value) <= Int64(found.current))
    }
  }
}
