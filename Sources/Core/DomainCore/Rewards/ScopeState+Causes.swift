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
      guard state.settle(cause, holds: isAttended, amount, by: fact) else { return }
      let counted = state.noteAttendance(attendance, cause, isAttended)
      state.shared.areaEvents.append(
        .attendanceCounted(counted, of: attendance.person, isAttended: isAttended))
    case .attendanceMoved(let attendance, _):
      // It has paid, and keeps that.
      guard let (old, new) = state.moveAttendance(attendance) else { return }
      state.shared.areaEvents.append(
        .attendanceRecounted(new, from: old.day, of: attendance.person))
    case .nutritionDay(let person, let day, let isMet):
      let cause = PointCause.nutritionDay(day, of: person)
      let amount = state.rewards.values[.nutritionDay]
      guard state.settle(cause, holds: isMet, amount, by: fact) else { return }
      state.rewards.people[state.rewards.place(of: person)].nutritionDays += isMet ? 1 : -1
    case .streakWeeks(let habit, let weeks): state.streakWeeksChanged(of: habit, weeks, by: fact)
    case .goal(let goal, let person, let isCompleted):
      // It pays by the priority at the time of completion.
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
  /// REW-1: records a cause that holds now, or reverses one that does not; false if nothing
  /// changed.
  fileprivate mutating func settle(
    _ cause: PointCause, holds: Bool, _ amount: Int32, by fact: Fact
  ) -> Bool {
    holds ? beginCause(cause, amount, by: fact) : endCause(cause, by: fact)
  }

  /// REW-2: the whole weeks of a habit's runs are now `weeks`, one more or one fewer: the sum over
  /// its runs of length ÷ 7, rounded down.
  ///
  /// Deleting a habit is not an undo: the days were done, so the points stay, and the badges and
  /// trophies with them. A restore therefore changes nothing either.
  fileprivate mutating func streakWeeksChanged(of habit: Int, _ weeks: Int, by fact: Fact) {
    let (entity, owner) = (habits.rows[habit].entity, habits.rows[habit].owner)
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

extension ScopeState {
  /// REW-4: records an attended occurrence, and counts it for its sport and its month.
  ///
  /// Returns the row; an undo uses the sport at that time, however the class has changed since.
  mutating func noteAttendance(
    _ attendance: Attendance, _ cause: PointCause, _ attended: Bool
  ) -> AttendedOccurrence {
    let place = attendedPlace(of: attendance, cause)
    if attended {
      rewards.attended[place].sport = attendance.sport
      rewards.attended[place].day = attendance.takesPlaceOn
      rewards.attended[place].type = attendance.type
    }
    rewards.attended[place].isAttended = attended
    let row = rewards.attended[place]
    let change: Int32 = attended ? 1 : -1
    countInMonth(of: row.day, change, attendance.person)
    let sport = rewards.attendedBySport.place(
      of: Self.sportKey(row.sport, attendance.person), orAdd: 0)
    rewards.attendedBySport[sport] += change
    // In both directions, the greater of the two counts is the one that reaches or leaves a tier.
    let count = rewards.attendedBySport[sport] + (attended ? 0 : 1)
    for tier in TrophyTier.allCases where tier.attendedMin == count {
      let person = rewards.place(of: attendance.person)
      rewards.people[person].sportTiers[Int(tier.rawValue)] += change
    }
    return row
  }

  /// REW-4: puts an attended occurrence on the day to which it was moved; returns its row before
  /// and after, or nil if it does not count.
  mutating func moveAttendance(
    _ attendance: Attendance
  ) -> (old: AttendedOccurrence, new: AttendedOccurrence)? {
    guard let place = rewards.attended.place(of: PointCause.attendance(attendance).rowKey),
      rewards.attended[place].isAttended
    else { return nil }
    let old = rewards.attended[place]
    rewards.attended[place].day = attendance.takesPlaceOn
    countInMonth(of: old.day, -1, attendance.person)
    countInMonth(of: attendance.takesPlaceOn, 1, attendance.person)
    return (old, rewards.attended[place])
  }

  private mutating func countInMonth(of day: LocalDay, _ change: Int32, _ person: MemberHandle) {
    let month = rewards.attendedByMonth.place(of: Self.monthKey(person, day), orAdd: 0)
    rewards.attendedByMonth[month] += change
  }

  /// The index of an occurrence's row, linked to the person's other rows when it is new.
  private mutating func attendedPlace(of attendance: Attendance, _ cause: PointCause) -> Int {
    if let place = rewards.attended.place(of: cause.rowKey) { return place }
    let person = Int(attendance.person.index)
    rewards.attendedLast.extend(to: person + 1, repeating: AttendedOccurrence.none)
    let row = AttendedOccurrence(
      sport: attendance.sport, day: attendance.takesPlaceOn, type: attendance.type,
      isAttended: false,
      earlier: rewards.attendedLast[person])
    let place = rewards.attended.add(row, under: cause.rowKey)
    rewards.attendedLast[person] = UInt32(place)
    return place
  }

  /// GOAL-2: how many attended occurrences count for a goal. O(occurrences they ever attended).
  func attendedCount(for goal: Goal) -> Int32 {
    let person = goal.person
    guard Int(person.index) < rewards.attendedLast.count else { return 0 }
    var place = rewards.attendedLast[Int(person.index)]
    var count: Int32 = 0
    while place != AttendedOccurrence.none {
      let row = rewards.attended[Int(place)]
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

extension ScopeState {
  /// REW-2, REW-4: updates weeks and trophies after a day was done or undone.
  ///
  /// **Decided**: the n-th whole week of a habit pays, n being the sum of length ÷ 7, rounded down,
  /// over all its runs. A day joins a run of length 7a + b before it and one of length 7c + d after
  /// it, with b and d from 0 to 6, to one of length 7(a + c) + (b + d + 1). As b + d + 1 is from 1
  /// to 13, the sum grows by 0 or by 1; undoing the day reverses that. So each tap begins or ends
  /// at most one week, always the one with the highest number, and its position in the runs does
  /// not matter. O(days ÷ 64).
  @usableFromInline mutating func runsChanged(
    of slot: Int, at day: Int, done: Bool, longestBefore: Int32
  ) {
    let before = habits.doneDays.runEnding(slot, at: day - 1)
    let after = habits.doneDays.runBeginning(slot, at: day + 1)
    let difference = (before + after + 1) / 7 - before / 7 - after / 7
    if difference != 0 {
      let weeks = streakWeeks(slot) + (done ? difference : -difference)
      shared.areaEvents.append(.streakWeeks(habit: slot, weeks))
    }
    longestChanged(of: slot, from: longestBefore, to: habits.streaks[slot].longest)
  }

  /// REW-2: the whole weeks of a habit's runs.
  public func streakWeeks(_ slot: Int) -> Int {
    Int(rewards.weeks.row(of: RowKey(habits.rows[slot].entity.raw)) ?? 0)
  }

  /// REW-4: updates the number of the owner's habits that reach each streak trophy.
  private mutating func longestChanged(of slot: Int, from old: Int32, to new: Int32) {
    for tier in TrophyTier.allCases {
      let reached = new >= tier.streakDaysMin
      guard reached != (old >= tier.streakDaysMin) else { continue }
      let person = rewards.place(of: habits.rows[slot].owner)
      rewards.people[person].streakTiers[Int(tier.rawValue)] += reached ? 1 : -1
    }
  }
}
