// Goals: commands.

import Base
import Chronology

extension Command {
  /// GOAL-1: creates a goal for a person.
  public static func createGoal(for person: MemberHandle, _ goal: GoalCreation) -> Command {
    Command(.goalCreated, subject: person, payload: goal.payload)
  }

  /// GOAL-1: renames a goal.
  public static func retitleGoal(
    _ goal: Entity, of person: MemberHandle, to title: TextHandle
  ) -> Command {
    Command(.goalTitleSet, subject: person, entity: goal, payload: Payload(UInt64(title.raw)))
  }

  /// GOAL-1: changes the unit of a goal.
  public static func setGoalUnit(
    _ goal: Entity, of person: MemberHandle, to unit: TextHandle
  ) -> Command {
    Command(.goalUnitSet, subject: person, entity: goal, payload: Payload(UInt64(unit.raw)))
  }

  /// GOAL-1: changes the target of a goal.
  public static func setGoalTarget(
    _ goal: Entity, of person: MemberHandle, to target: Int
  ) -> Command {
    Command(
      .goalTargetSet, subject: person, entity: goal,
      payload: Payload(UInt64(bitPattern: Int64(target))))
  }

  /// GOAL-1: changes the first and the last day of a goal.
  public static func setGoalDates(
    _ goal: Entity, of person: MemberHandle, to dates: GoalDates
  ) -> Command {
    Command(.goalDatesSet, subject: person, entity: goal, payload: dates.payload)
  }

  /// GOAL-1: sets the priority of a goal.
  public static func setGoalPriority(
    _ goal: Entity, of person: MemberHandle, to priority: GoalPriority
  ) -> Command {
    Command(
      .goalPrioritySet, subject: person, entity: goal,
      payload: Payload(UInt64(priority.rawValue)))
  }

  /// GOAL-1: links a goal to a sport, or to none.
  public static func setGoalSport(
    _ goal: Entity, of person: MemberHandle, to sport: Entity
  ) -> Command {
    Command(.goalSportSet, subject: person, entity: goal, payload: Payload(sport.raw))
  }

  /// GOAL-2: sets a goal's progress by hand.
  public static func setGoalProgress(
    _ goal: Entity, of person: MemberHandle, to value: Int
  ) -> Command {
    Command(
      .goalProgressSet, subject: person, entity: goal,
      payload: Payload(UInt64(bitPattern: Int64(value))))
  }

  /// GOAL-2: sets by hand whether a goal is completed; a value, never a toggle.
  public static func completeGoal(
    _ goal: Entity, of person: MemberHandle, _ completed: Bool = true
  ) -> Command {
    Command(.goalCompletedSet, subject: person, entity: goal, payload: Payload(completed ? 1 : 0))
  }

  /// GOAL-1: archives a goal, or restores it.
  public static func archiveGoal(
    _ goal: Entity, of person: MemberHandle, _ archived: Bool
  ) -> Command {
    Command(.goalArchivedSet, subject: person, entity: goal, payload: Payload(archived ? 1 : 0))
  }

  /// GOAL-1: deletes a goal permanently. Its awarded points stay.
  public static func deleteGoal(_ goal: Entity, of person: MemberHandle) -> Command {
    Command(.goalDeleted, subject: person, entity: goal)
  }
}

extension Command {
  /// GOAL-3: sets what an attendance goal counts.
  public static func setGoalAttendance(
    _ goal: Entity, of person: MemberHandle, to rule: AttendanceRule
  ) -> Command {
    Command(.goalAttendanceSet, subject: person, entity: goal, payload: rule.payload)
  }
}

extension Command {
  /// NUT-11: sets the metric whose days a nutrition goal counts.
  public static func setGoalMetric(
    _ goal: Entity, of person: MemberHandle, to metric: GoalMetric
  ) -> Command {
    Command(.goalMetricSet, subject: person, entity: goal, payload: metric.payload)
  }
}

extension Command {
  /// GOAL-3: sets a text of a goal.
  public static func setGoalText(
    _ text: GoalText, of goal: Entity, of person: MemberHandle, to words: TextHandle
  ) -> Command {
    Command(
      .goalTextSet, subject: person, entity: goal,
      payload: Payload(UInt64(text.rawValue), UInt64(words.raw)))
  }

  /// GOAL-3: sets a milestone; a value of zero removes it.
  public static func setGoalMilestone(
    _ milestone: GoalMilestone, of goal: Entity, of person: MemberHandle
  ) -> Command {
    Command(.goalMilestoneSet, subject: person, entity: goal, payload: milestone.payload)
  }
}
