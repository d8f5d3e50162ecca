public import Chronology
public import DomainCore
import SyncCore

/// GOAL-1: a goal as a list shows it.
public struct GoalView: Hashable, Sendable {
  public let id: GoalID
  public let title: String
  public let type: GoalType
  public let priority: GoalPriority
  public let current: Int
  public let target: Int
  public let unit: String
  public let term: ClosedRange<LocalDay>
  public let isCompleted: Bool
  public let isArchived: Bool
  /// GOAL-2: from 0 to 100.
  public var percent: Int { target > 0 ? min(100, max(0, current * 100 / target)) : 0 }
}

// MARK: Actions

extension Action where Made == GoalID {
  /// GOAL-1: creates a goal for a person.
  public static func createGoal(
    _ title: String, for person: MemberID, _ type: GoalType, reaching target: Int,
    unit: String = "", term: ClosedRange<LocalDay>, priority: GoalPriority = .medium
  ) -> Action {
    Action(making: GoalID.init(entity:)) { draft throws(Refusal) in
      let unit = draft.label(unit)
      guard unit.raw <= UInt32(UInt16.max), UInt32(exactly: target) != nil else {
        throw .valueNotPossible
      }
      return .createGoal(
        for: try draft.handle(of: person),
        GoalCreation(
          type, title: draft.text(title), target: target, unit: unit, from: term.lowerBound,
          through: term.upperBound, priority: priority))
    }
  }
}

extension Action where Made == Void {
  /// GOAL-2: sets a goal's progress; a goal that counts by itself refuses.
  public static func setProgress(of goal: GoalID, to value: Int) -> Action {
    change(goal) { .setGoalProgress(goal.entity, of: $0, to: value) }
  }

  /// GOAL-2: sets whether a goal is completed: a value, never a toggle.
  public static func complete(_ goal: GoalID, _ completed: Bool = true) -> Action {
    change(goal) { .completeGoal(goal.entity, of: $0, completed) }
  }

  /// NUT-11: sets the metric and amount by which a nutrition goal counts days. In grams, energy in
  /// kilocalories, water in milliliters to drink, vegetables in portions.
  public static func setMetric(
    of goal: GoalID, to metric: NutritionGoal, _ amount: Double
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goals.goal(goal.entity) else { throw .goalUnknown }
      let number: UInt32 = try draft.integer(
        amount, times: metric == .water ? 1 : 10, within: 0...200_000,
        else: .goalTargetOutOfRange)
      return .setGoalMetric(goal.entity, of: found.person, to: GoalMetric(metric, number))
    }
  }

  /// GOAL-1: archives a goal, or restores it.
  public static func archive(_ goal: GoalID, _ archived: Bool = true) -> Action {
    change(goal) { .archiveGoal(goal.entity, of: $0, archived) }
  }

  /// GOAL-1: deletes a goal permanently. The points it paid remain.
  public static func delete(_ goal: GoalID) -> Action {
    change(goal) { .deleteGoal(goal.entity, of: $0) }
  }

  private static func change(
    _ goal: GoalID, _ command: @escaping (MemberHandle) -> Command
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.goals.goal(goal.entity) else { throw .goalUnknown }
      return command(found.person)
    }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// GOAL-1: a person's goals in the order of creation; none without read access.
  public func goals(of person: MemberID) -> [GoalView] {
    guard let (state, person) = reading(.goals, of: person) else { return [] }
    return state.pointee.goals.goals(of: person).map { goal in
      GoalView(
        id: GoalID(entity: goal.entity), title: texts.text(of: goal.title), type: goal.type,
        priority: goal.priority, current: Int(goal.current), target: Int(goal.target),
        unit: texts.text(of: goal.unit), term: goal.start...max(goal.start, goal.end),
        isCompleted: goal.isCompleted, isArchived: goal.isArchived)
    }
  }
}
