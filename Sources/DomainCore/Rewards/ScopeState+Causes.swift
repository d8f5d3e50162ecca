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

  public init(
    person: MemberHandle, trainingClass: Entity, day: LocalDay, takesPlaceOn: LocalDay,
    sport: Entity, type: ClassType
  ) {
    self.person = person
    self.trainingClass = trainingClass
    self.day = day
    self.takesPlaceOn = takesPlaceOn
    self.sport = sport
    self.type = type
  }
}

// What happened in one area and pays, counts or completes something in another. The area where it
// happened says so here, once for each change and in the order of the log; goals and rewards take
// it from here. Saying again what holds already changes nothing.
extension ScopeState {
  /// REW-2, REW-4, GOAL-2: somebody attended, or it turned out that they had not: somebody said so,
  /// or the occurrence was cancelled.
  public mutating func attendanceChanged(
    _ attendance: Attendance, attended: Bool, by fact: Fact, committed: Instant
  ) {
    nutritionActivityChanged(
      of: attendance.person, on: attendance.takesPlaceOn, by: fact, committed: committed)
    let cause = PointCause.attendance(attendance)
    let amount = rewards.values[PointItem(attending: attendance.type)]
    guard attended ? beginCause(cause, amount, by: fact) : endCause(cause, by: fact) else { return }
    let kept = noteAttendance(attendance, cause, attended)
    attendanceCounts(kept, of: attendance.person, attended, by: fact, committed: committed)
  }

  /// REW-4, GOAL-2, NUT-2: what somebody attended was moved from another day. It has paid, and
  /// keeps that; it counts for its new day, month and goals.
  public mutating func attendanceMoved(
    _ attendance: Attendance, from day: LocalDay, by fact: Fact, committed: Instant
  ) {
    for changed in [day, attendance.takesPlaceOn] {
      nutritionActivityChanged(
        of: attendance.person, on: changed, by: fact, committed: committed)
    }
    guard let (old, new) = moveAttendance(attendance) else { return }
    attendanceMoves(from: old, to: new, of: attendance.person, by: fact, committed: committed)
  }

  /// NUT-6, REW-2: a nutrition day is met, or no longer.
  public mutating func nutritionDayChanged(
    _ day: LocalDay, of person: MemberHandle, met: Bool, by fact: Fact, committed: Instant
  ) {
    let cause = PointCause.nutritionDay(day, of: person)
    guard
      met ? beginCause(cause, rewards.values[.nutritionDay], by: fact) : endCause(cause, by: fact)
    else {
      return
    }
    rewards.people[rewards.place(of: person)].nutritionDays += met ? 1 : -1
    nutritionDayCounts(day, of: person, met, by: fact, committed: committed)
  }

  /// REW-2: a habit's runs now hold one whole week more, or one fewer: the sum over its runs of
  /// length ÷ 7, rounded down, is `weeks`.
  ///
  /// Deleting a habit is not an undo: the days were done, so the points stay, and the badges and
  /// trophies with them. A restore therefore changes nothing either.
  public mutating func streakWeeksChanged(
    of habit: Int, weeks: Int, by fact: Fact, committed: Instant
  ) {
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

  /// GOAL-2, REW-2: a goal is completed, or no longer. It pays by the priority that it has when
  /// it is completed.
  public mutating func goalChanged(
    _ goal: Entity, of person: MemberHandle, completed: Bool, by fact: Fact, committed: Instant
  ) {
    guard let row = self.goal(goal) else { return }
    let cause = PointCause(.goal, goal, of: person)
    let amount = rewards.values[PointItem(completing: row.priority)]
    guard completed ? beginCause(cause, amount, by: fact) : endCause(cause, by: fact) else {
      return
    }
    rewards.people[rewards.place(of: person)].goalsCompleted += completed ? 1 : -1
  }
}
