import Base
public import Chronology

/// That somebody attended an occurrence of training or a game, or not after all.
public struct Attendance: BitwiseCopyable, Hashable, Sendable {
  public var person: MemberHandle
  /// The class, and the original day of the occurrence: together its identity (SCH-4).
  public var trainingClass: Entity
  public var day: LocalDay
  /// The day that it counts for.
  public var takesPlaceOn: LocalDay
  public var sport: Entity
  public var type: ClassType
}

extension RewardsArea {
  /// REW-1, REW-2: what pays, and what is taken back.
  @inline(__always)
  public static func ingest(_ event: AreaEvent, by fact: Fact, in state: inout ScopeState) {
    switch event {
    case .attendance(let attendance, let isAttended):
      let amount = state.rewards.values[PointItem(attending: attendance.type)]
      let cause = PointCause.attendance(attendance)
      guard state.settle(cause, holds: isAttended, amount, by: fact) else { return }
      let counted = state.noteAttendance(attendance, cause, isAttended)
      state.areaEvents.append(
        .attendanceCounted(counted, of: attendance.person, isAttended: isAttended))
    case .attendanceMoved(let attendance, _):
      // It has paid, and keeps that.
      guard let (old, new) = state.moveAttendance(attendance) else { return }
      state.areaEvents.append(.attendanceRecounted(new, from: old.day, of: attendance.person))
    case .nutritionDay(let person, let day, let isMet):
      let cause = PointCause.nutritionDay(day, of: person)
      let amount = state.rewards.values[.nutritionDay]
      guard state.settle(cause, holds: isMet, amount, by: fact) else { return }
      state.rewards.people[state.rewards.place(of: person)].nutritionDays += isMet ? 1 : -1
    case .streakWeeks(let habit, let weeks): state.streakWeeksChanged(of: habit, weeks, by: fact)
    case .goal(let goal, let person, let isCompleted):
      // It pays by the priority that it has when it is completed.
      guard let row = state.goal(goal) else { return }
      let amount = state.rewards.values[PointItem(completing: row.priority)]
      let cause = PointCause(.goal, goal, of: person)
      guard state.settle(cause, holds: isCompleted, amount, by: fact) else { return }
      state.rewards.people[state.rewards.place(of: person)].goalsCompleted += isCompleted ? 1 : -1
    case .needsChanged, .foodChanged, .planChanged, .attendanceCounted,
      .attendanceRecounted:
      break
    }
  }
}

extension ScopeState {
  /// REW-1: books a cause that holds now, or takes back one that does not; false if that was so.
  fileprivate mutating func settle(
    _ cause: PointCause, holds: Bool, _ amount: Int32, by fact: Fact
  ) -> Bool {
    holds ? beginCause(cause, amount, by: fact) : endCause(cause, by: fact)
  }

  /// REW-2: a habit's runs now hold one whole week more, or one fewer: the sum over its runs of
  /// length ÷ 7, rounded down, is `weeks`.
  ///
  /// Deleting a habit is not an undo: the days were done, so the points stay, and the badges and
  /// trophies with them. A restore therefore changes nothing either.
  fileprivate mutating func streakWeeksChanged(of habit: Int, _ weeks: Int, by fact: Fact) {
    let (entity, owner) = (habits[habit].entity, habits[habit].owner)
    let row = rewards.weeks.place(of: RowKey(entity.raw), orAdd: 0)
    var number = Int(rewards.weeks[row])
    rewards.weeks[row] = Int32(weeks)
    while number < weeks {
      number += 1
      let cause = PointCause.streakWeek(number, of: entity, owner: owner)
      _ = beginCause(cause, rewards.values[.streakWeek], by: fact)
    }
    while number > weeks {
      _ = endCause(.streakWeek(number, of: entity, owner: owner), by: fact)
      number -= 1
    }
  }
}
