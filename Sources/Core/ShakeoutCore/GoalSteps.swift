import Chronology
public import DomainCore
import SyncCore

/// GOAL-3: a step on the way to a goal as a list shows it.
public struct MilestoneView: Hashable, Sendable {
  /// Which of the goal's eight it is.
  public let number: Int
  public let title: String
  public let value: Int
  public let isReached: Bool
}

// MARK: What can be done

extension Action where Made == Void {
  /// GOAL-3: writes a description or a note to a goal; a child its own note.
  public static func write(_ words: String, as text: GoalText, to goal: GoalID) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goal(goal.entity) else { throw .goalUnknown }
      return .setGoalText(text, of: goal.entity, of: found.person, to: draft.text(words))
    }
  }

  /// GOAL-3: sets one of a goal's eight milestones.
  public static func setMilestone(
    _ number: Int, of goal: GoalID, at value: Int, _ title: String
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goal(goal.entity) else { throw .goalUnknown }
      guard GoalMilestone.numbers.contains(number), value > 0 else { throw .valueNotPossible }
      let milestone = GoalMilestone(number, at: value, title: draft.text(title))
      return .setGoalMilestone(milestone, of: goal.entity, of: found.person)
    }
  }

  /// GOAL-3: takes a milestone away.
  public static func removeMilestone(_ number: Int, of goal: GoalID) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goal(goal.entity) else { throw .goalUnknown }
      guard GoalMilestone.numbers.contains(number) else { throw .valueNotPossible }
      return .setGoalMilestone(
        GoalMilestone(number, at: 0, title: .empty), of: goal.entity, of: found.person)
    }
  }

  /// GOAL-3: says what an attendance goal counts: how often somebody came, or in how many of a
  /// hundred; to every type of class, or to some.
  public static func countAttendance(
    for goal: GoalID, asPercentage isShare: Bool, of types: [ClassType] = []
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goal(goal.entity) else { throw .goalUnknown }
      let rule = AttendanceRule(isShare: isShare, types: types)
      return .setGoalAttendance(goal.entity, of: found.person, to: rule)
    }
  }
}

// MARK: What can be seen

extension Session where Storage: ~Copyable {
  /// GOAL-3: what is written to a goal; nil where this person may not look.
  public func words(_ text: GoalText, of goal: GoalID) -> String? {
    let state = shown
    guard let found = state.pointee.goal(goal.entity), !found.isDeleted,
      reading(.goals, of: MemberID(found.person, in: state.pointee)) != nil
    else { return nil }
    return texts.text(of: state.pointee.goalText(text, of: goal.entity))
  }

  /// GOAL-3: the milestones of a goal, the nearest first; none where this person may not look.
  public func milestones(of goal: GoalID) -> [MilestoneView] {
    let state = shown
    guard let found = state.pointee.goal(goal.entity), !found.isDeleted,
      reading(.goals, of: MemberID(found.person, in: state.pointee)) != nil
    else { return [] }
    let texts = texts
    return state.pointee.milestones(of: goal.entity).map { milestone in
      MilestoneView(
        number: milestone.number, title: texts.text(of: milestone.title),
        value: Int(milestone.value), isReached: Int64(milestone.value) <= Int64(found.current))
    }
  }
}
