import Base
public import Chronology

extension ScopeState {
  /// Takes in whether somebody attended, counts it, and tells the areas that live on it.
  ///
  /// It counts for the occurrence's original day, its identity, so that a later move does not
  /// carry it into another week. What was attended stays so when the class or the sport is
  /// deleted: the plan goes, not what somebody did.
  mutating func changeAttendance(_ fact: Fact, committed: Instant) -> Effect {
    let payload = AttendancePayload(fact.payload)
    guard let made = schedule.trainingClass(fact.entity) else { return .superseded }
    let key = Self.attendanceKey(OccurrenceID(fact.entity, payload.day), fact.subject)
    let before = registers[key]?.value.first == 1
    guard write(fact, to: key, value: Payload(payload.attended ? 1 : 0)) else {
      return .superseded
    }
    guard before != payload.attended else { return .changed }
    let change: Int32 = payload.attended ? 1 : -1
    let person = UInt64(fact.subject.index)
    Self.count(change, RowKey(person, made.sport.raw), in: &schedule.attendedBySport)
    Self.count(change, RowKey(person, payload.day.monthNumber), in: &schedule.attendedByMonth)
    Self.count(change, payload.day.rowKey(of: fact.subject), in: &schedule.attendedByDay)
    attendanceChanged(
      Attendance(
        person: fact.subject, trainingClass: fact.entity, day: payload.day, sport: made.sport,
        type: made.type),
      attended: payload.attended, by: fact, committed: committed)
    return .changed
  }

  private static func count(
    _ change: Int32, _ key: RowKey, in counts: inout KeyedRows<Int32>
  ) {
    let place = counts.place(of: key, orAdd: 0)
    counts[place] += change
  }

  private static func attendanceKey(
    _ occurrence: OccurrenceID, _ person: MemberHandle
  ) -> FieldKey {
    FieldKey(
      .attendanceSet, of: occurrence.trainingClass,
      detail: UInt64(person.index) << 32 | UInt64(UInt32(bitPattern: occurrence.day.number)))
  }

  // MARK: Reading

  /// Whether somebody attended an occurrence, or nil when nobody has said. O(1).
  public func attended(_ occurrence: OccurrenceID, by person: MemberHandle) -> Bool? {
    registers[Self.attendanceKey(occurrence, person)].map { $0.value.first == 1 }
  }

  /// How many occurrences of a sport somebody attended in all. O(1).
  public func attendedCount(of person: MemberHandle, sport: Entity) -> Int {
    Int(schedule.attendedBySport.row(of: RowKey(UInt64(person.index), sport.raw)) ?? 0)
  }

  /// How many occurrences somebody attended in the calendar month of `day`. O(1).
  public func attendedCount(of person: MemberHandle, inMonthOf day: LocalDay) -> Int {
    Int(
      schedule.attendedByMonth.row(of: RowKey(UInt64(person.index), day.monthNumber)) ?? 0)
  }

  /// How many occurrences somebody attended between two days, both included. O(days).
  public func attendedCount(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> Int {
    guard first <= last, hasAttended(person, from: first, through: last) else { return 0 }
    var count = 0
    for day in first...last {
      count += Int(schedule.attendedByDay.row(of: day.rowKey(of: person)) ?? 0)
    }
    return count
  }

  /// Whether somebody attended anything in the calendar months of these days: few ever do.
  private func hasAttended(
    _ person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> Bool {
    guard !schedule.attendedByMonth.isEmpty else { return false }
    for month in first.monthNumber...last.monthNumber {
      let count = schedule.attendedByMonth.row(of: RowKey(UInt64(person.index), month))
      if let count, count > 0 { return true }
    }
    return false
  }

  /// How many occurrences somebody could attend between two original days, and how many of these
  /// they did. O(classes + occurrences).
  public func attendance(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> (scheduled: Int, attended: Int) {
    var scheduled = 0
    var attended = 0
    for place in 0..<schedule.classes.count {
      let made = schedule.classes[place]
      guard made.participants.contains(person) else { continue }
      for day in schedule.days(of: made, first: first, through: last) {
        let occurrence = OccurrenceID(made.entity, day)
        guard schedule.takesPlace(made, schedule.record(of: occurrence)) else { continue }
        scheduled += 1
        if self.attended(occurrence, by: person) == true { attended += 1 }
      }
    }
    return (scheduled, attended)
  }
}

extension LocalDay {
  /// The months since January of year 0.
  var monthNumber: UInt64 {
    let civil = civil
    return UInt64(bitPattern: Int64(civil.year * 12 + civil.month - 1))
  }

  fileprivate func rowKey(of person: MemberHandle) -> RowKey {
    RowKey(UInt64(person.index), UInt64(UInt32(bitPattern: number)))
  }
}
