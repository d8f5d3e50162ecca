// Rewards, causes: the events of other areas and what they pay.

import Base
public import Chronology

/// A person attended an occurrence of training or a game, or undid that.
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
  /// REW-1, REW-2: pays causes, and reverses them.
  @inline(__always)
  public static func ingest(_ event: AreaEvent, by fact: Fact, in state: inout ScopeState) {
    switch event {
    case .attendance(let attendance, let isAttended):
      let amount = state.rewards.values[PointItem(attending: attendance.type)]
      let cause = PointCause.attendance(attendance)
      guard state.rewards.settle(cause, holds: isAttended, amount, by: fact, &state.shared) else {
        return
      }
      let counted = state.rewards.noteAttendance(attendance, cause, isAttended)
      state.shared.areaEvents.append(
        .attendanceCounted(counted, of: attendance.person, isAttended: isAttended))
    case .attendanceMoved(let attendance, _):
      // It has paid, and keeps that.
      guard let (old, new) = state.rewards.moveAttendance(attendance) else { return }
      state.shared.areaEvents.append(
        .attendanceRecounted(new, from: old.day, of: attendance.person))
    case .nutritionDay(let person, let day, let isMet):
      let cause = PointCause.nutritionDay(day, of: person)
      let amount = state.rewards.values[.nutritionDay]
      guard state.rewards.settle(cause, holds: isMet, amount, by: fact, &state.shared) else {
        return
      }
      state.rewards.people[state.rewards.place(of: person)].nutritionDays += isMet ? 1 : -1
    case .streakWeeks(let habit, let weeks):
      state.rewards.streakWeeksChanged(
        of: state.habits.rows[habit].entity, state.habits.rows[habit].owner, weeks, by: fact,
        &state.shared)
    case .goal(let goal, let person, let isCompleted):
      // It pays by the priority at the time of completion.
      guard let row = state.goals.goal(goal) else { return }
      let amount = state.rewards.values[PointItem(completing: row.priority)]
      let cause = PointCause(.goal, goal, of: person)
      guard state.rewards.settle(cause, holds: isCompleted, amount, by: fact, &state.shared) else {
        return
      }
      state.rewards.people[state.rewards.place(of: person)].goalsCompleted += isCompleted ? 1 : -1
    case .needsChanged, .foodChanged, .planChanged, .attendanceCounted,
      .attendanceRecounted:
      break
    }
  }
}

extension RewardsState {
  /// REW-1: records a cause that holds now, or reverses one that does not; false if nothing
  /// changed.
  fileprivate mutating func settle(
    _ cause: PointCause, holds: Bool, _ amount: Int32, by fact: Fact,
    _ shared: inout SharedState
  ) -> Bool {
    holds ? beginCause(cause, amount, by: fact, &shared) : endCause(cause, by: fact, &shared)
  }

  /// REW-2: the whole weeks of a habit's runs are now `count`, one more or one fewer: the sum over
  /// its runs of length ÷ 7, rounded down.
  ///
  /// Deleting a habit is not an undo: the days were done, so the points stay, and the badges and
  /// trophies with them. A restore therefore changes nothing either.
  fileprivate mutating func streakWeeksChanged(
    of entity: Entity, _ owner: MemberHandle, _ count: Int, by fact: Fact,
    _ shared: inout SharedState
  ) {
    let row = weeks.place(of: RowKey(entity.raw), orAdd: 0)
    var number = Int(weeks[row])
    weeks[row] = Int32(count)
    while number < count {
      number += 1
      let cause = PointCause.streakWeek(number, of: entity, owner: owner)
      _ = beginCause(cause, values[.streakWeek], by: fact, &shared)
    }
    while number > count {
      _ = endCause(.streakWeek(number, of: entity, owner: owner), by: fact, &shared)
      number -= 1
    }
  }
}

extension RewardsState {
  /// REW-4: records an attended occurrence, and counts it for its sport and its month.
  ///
  /// Returns the row; an undo uses the sport at that time, however the class has changed since.
  mutating func noteAttendance(
    _ attendance: Attendance, _ cause: PointCause, _ isAttended: Bool
  ) -> AttendedOccurrence {
    let place = attendedPlace(of: attendance, cause)
    if isAttended {
      attended[place].sport = attendance.sport
      attended[place].day = attendance.takesPlaceOn
      attended[place].type = attendance.type
    }
    attended[place].isAttended = isAttended
    let row = attended[place]
    let change: Int32 = isAttended ? 1 : -1
    countInMonth(of: row.day, change, attendance.person)
    let sport = attendedBySport.place(
      of: Self.sportKey(row.sport, attendance.person), orAdd: 0)
    attendedBySport[sport] += change
    // In both directions, the greater of the two counts is the one that reaches or leaves a tier.
    let count = attendedBySport[sport] + (isAttended ? 0 : 1)
    for tier in TrophyTier.allCases where tier.attendedMin == count {
      let person = self.place(of: attendance.person)
      people[person].sportTiers[Int(tier.rawValue)] += change
    }
    return row
  }

  /// REW-4: puts an attended occurrence on the day to which it was moved; returns its row before
  /// and after, or nil if it does not count.
  mutating func moveAttendance(
    _ attendance: Attendance
  ) -> (old: AttendedOccurrence, new: AttendedOccurrence)? {
    guard let place = attended.place(of: PointCause.attendance(attendance).rowKey),
      attended[place].isAttended
    else { return nil }
    let old = attended[place]
    attended[place].day = attendance.takesPlaceOn
    countInMonth(of: old.day, -1, attendance.person)
    countInMonth(of: attendance.takesPlaceOn, 1, attendance.person)
    return (old, attended[place])
  }

  private mutating func countInMonth(of day: LocalDay, _ change: Int32, _ person: MemberHandle) {
    let month = attendedByMonth.place(of: Self.monthKey(person, day), orAdd: 0)
    attendedByMonth[month] += change
  }

  /// The index of an occurrence's row, linked to the person's other rows when it is new.
  private mutating func attendedPlace(of attendance: Attendance, _ cause: PointCause) -> Int {
    if let place = attended.place(of: cause.rowKey) { return place }
    let person = Int(attendance.person.index)
    attendedLast.extend(to: person + 1, repeating: AttendedOccurrence.none)
    let row = AttendedOccurrence(
      sport: attendance.sport, day: attendance.takesPlaceOn, type: attendance.type,
      isAttended: false,
      earlier: attendedLast[person])
    let place = attended.add(row, under: cause.rowKey)
    attendedLast[person] = UInt32(place)
    return place
  }

  /// GOAL-2: how many attended occurrences count for a goal. O(occurrences they ever attended).
  func attendedCount(for goal: Goal) -> Int32 {
    let person = goal.person
    guard Int(person.index) < attendedLast.count else { return 0 }
    var place = attendedLast[Int(person.index)]
    var count: Int32 = 0
    while place != AttendedOccurrence.none {
      let row = attended[Int(place)]
      if row.isAttended && row.counts(for: goal) { count += 1 }
      place = row.earlier
    }
    return count
  }

  static func monthKey(_ person: MemberHandle, _ day: LocalDay) -> RowKey {
    let civil = day.civil
    return RowKey(
      UInt64(person.index), UInt64(bitPattern: Int64(civil.year * 12 + civil.month - 1)))
  }

  static func sportKey(_ sport: Entity, _ person: MemberHandle) -> RowKey {
    RowKey(sport.raw, UInt64(person.index))
  }
}

extension AttendedOccurrence {
  /// Whether it counts for a goal: it is in its term, its sport and its class types.
  func counts(for goal: Goal) -> Bool {
    (goal.sport == .none || goal.sport == sport) && goal.start <= day && day <= goal.end
      && goal.attendance.includes(type)
  }
}

extension StreakSummary {
  /// REW-2: whether a day that was just added may complete a week or reach a trophy.
  ///
  /// On the hot path: for a day at the end of the latest run, which is nearly every one, the length
  /// of that run decides; for an earlier day, this always returns true.
  @inlinable func mayReach(by day: Int) -> Bool {
    day != Int(latestDay) || latestRun % 7 == 0 || latestRun == TrophyTier.silver.streakDaysMin
      || latestRun == TrophyTier.gold.streakDaysMin
  }
}

extension RewardsState {
  /// REW-2: the whole weeks of a habit's runs.
  public func streakWeeks(of habit: Entity) -> Int {
    Int(weeks.row(of: RowKey(habit.raw)) ?? 0)
  }

  /// REW-4: updates the number of a person's habits that reach each streak trophy, because the
  /// longest run of one of them has changed.
  mutating func longestChanged(of owner: MemberHandle, from old: Int32, to new: Int32) {
    for tier in TrophyTier.allCases {
      let reached = new >= tier.streakDaysMin
      guard reached != (old >= tier.streakDaysMin) else { continue }
      let person = place(of: owner)
      people[person].streakTiers[Int(tier.rawValue)] += reached ? 1 : -1
    }
  }
}
