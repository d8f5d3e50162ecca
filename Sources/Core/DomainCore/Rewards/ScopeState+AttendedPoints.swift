import Base
import Chronology

extension ScopeState {
  /// REW-4: remembers what was attended, and counts it for its sport and its month.
  ///
  /// Returns the row; an undo finds the sport as it was, whatever the class has become since.
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
    // Whichever way it went, the greater of the two counts is the one that a tier begins with.
    let count = rewards.attendedBySport[sport] + (attended ? 0 : 1)
    for tier in TrophyTier.allCases where tier.attendedMin == count {
      let person = rewards.place(of: attendance.person)
      rewards.people[person].sportTiers[Int(tier.rawValue)] += change
    }
    return row
  }

  /// REW-4: puts what was attended on the day to which it was moved; returns its rows before and
  /// after, or nil if it does not count.
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

  /// Where the row of an occurrence is, linked to the person's others when it is new.
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

  /// GOAL-2: what somebody attended of what a goal is about. O(what they ever attended).
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
  /// Whether it is of what a goal is about: in its term, its sport and its types of class.
  func counts(for goal: Goal) -> Bool {
    (goal.sport == .none || goal.sport == sport) && goal.start <= day && day <= goal.end
      && goal.attendance.includes(type)
  }
}
