// Goals: commands.

import Base
import Chronology

extension Command {
  /// GOAL-1: sets somebody a goal.
  public static func createGoal(for person: MemberHandle, _ goal: GoalCreation) -> Command {
    Command(.goalCreated, subject: person, payload: goal.payload)
  }

  /// GOAL-1: gives a goal another title.
  public static func retitleGoal(
    _ goal: Entity, of person: MemberHandle, to title: TextHandle
  ) -> Command {
    Command(.goalTitleSet, subject: person, entity: goal, payload: Payload(UInt64(title.raw)))
  }

  /// GOAL-1: counts a goal in another unit.
  public static func setGoalUnit(
    _ goal: Entity, of person: MemberHandle, to unit: TextHandle
  ) -> Command {
    Command(.goalUnitSet, subject: person, entity: goal, payload: Payload(UInt64(unit.raw)))
  }

  /// GOAL-1: aims higher or lower.
  public static func setGoalTarget(
    _ goal: Entity, of person: MemberHandle, to target: Int
  ) -> Command {
    Command(
      .goalTargetSet, subject: person, entity: goal,
      payload: Payload(UInt64(bitPattern: Int64(target))))
  }

  /// GOAL-1: moves the first and the last day of a goal.
  public static func setGoalDates(
    _ goal: Entity, of person: MemberHandle, to dates: GoalDates
  ) -> Command {
    Command(.goalDatesSet, subject: person, entity: goal, payload: dates.payload)
  }

  /// GOAL-1: says how much a goal matters.
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

  /// GOAL-2: says by hand how far a goal is.
  public static func setGoalProgress(
    _ goal: Entity, of person: MemberHandle, to value: Int
  ) -> Command {
    Command(
      .goalProgressSet, subject: person, entity: goal,
      payload: Payload(UInt64(bitPattern: Int64(value))))
  }

  /// GOAL-2: says by hand whether a goal is completed; a value, never a flip.
  public static func completeGoal(
    _ goal: Entity, of person: MemberHandle, _ completed: Bool = true
  ) -> Command {
    Command(.goalCompletedSet, subject: person, entity: goal, payload: Payload(completed ? 1 : 0))
  }

  /// GOAL-1: puts a goal away, or takes it out again.
  public static func archiveGoal(
    _ goal: Entity, of person: MemberHandle, _ archived: Bool
  ) -> Command {
    Command(.goalArchivedSet, subject: person, entity: goal, payload: Payload(archived ? 1 : 0))
  }

  /// GOAL-1: deletes a goal for good. What it paid stays paid.
  public static func deleteGoal(_ goal: Entity, of person: MemberHandle) -> Command {
    Command(.goalDeleted, subject: person, entity: goal)
  }
}

extension Command {
  /// GOAL-3: says what an attendance goal counts.
  public static func setGoalAttendance(
    _ goal: Entity, of person: MemberHandle, to rule: AttendanceRule
  ) -> Command {
    Command(.goalAttendanceSet, subject: person, entity: goal, payload: rule.payload)
  }
}

extension Command {
  /// NUT-11: says what a nutrition goal counts the days of.
  public static func setGoalMetric(
    _ goal: Entity, of person: MemberHandle, to metric: GoalMetric
  ) -> Command {
    Command(.goalMetricSet, subject: person, entity: goal, payload: metric.payload)
  }
}

extension Command {
  /// GOAL-3: writes something to a goal.
  public static func setGoalText(
    _ text: GoalText, of goal: Entity, of person: MemberHandle, to words: TextHandle
  ) -> Command {
    Command(
      .goalTextSet, subject: person, entity: goal,
      payload: Payload(UInt64(text.rawValue), UInt64(words.raw)))
  }

  /// GOAL-3: sets a milestone, or takes it away by a value of zero.
  public static func setGoalMilestone(
    _ milestone: GoalMilestone, of goal: Entity, of person: MemberHandle
  ) -> Command {
    Command(.goalMilestoneSet, subject: person, entity: goal, payload: milestone.payload)
  }
}
