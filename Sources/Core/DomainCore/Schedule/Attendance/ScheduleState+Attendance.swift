// Schedule, attendance: folds and queries of who attended what.

import Base
public import Chronology

// Who attended what. **Decided**: attendance counts as it was marked, unless the occurrence was
// canceled: then it did not take place, and the points that it paid are reversed (REW-1); once it
// is no longer canceled it counts and pays again. Nothing else that happens to the plan is an undo:
// attendance stays when the series or the season is edited and when the sport is archived or
// deleted. The plan goes, not what the person did. It counts for the day on which the occurrence
// takes place, so moving the occurrence moves it too.
extension ScheduleState {
  /// SCH-4, FAM-3: applies whether a person attended, counts it, and notifies the areas that use
  /// it.
  mutating func changeAttendance(
    _ fact: Fact, _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) -> Effect {
    let payload = AttendancePayload(fact.payload)
    guard trainingClass(fact.entity) != nil else { return .superseded }
    let occurrence = OccurrenceID(fact.entity, payload.day)
    let before = shared.attended(occurrence, by: fact.subject)
    let value = Payload(payload.attended ? 1 : 0)
    guard shared.write(fact, to: FieldKey.attendance(occurrence, fact.subject), value: value) else {
      return .superseded
    }
    let record = record(of: occurrence)
    if before == payload.attended || record.isCancelled { return .changed }
    nutrition.trainingChanged(of: fact.subject, on: record.day(of: occurrence), &shared)
    if before == nil { noteMarked(occurrence, by: fact.subject, shared) }
    // A missed occurrence that was not marked before does not change the number of attended ones.
    if before == true || payload.attended {
      countAttendance(of: fact.subject, at: occurrence, payload.attended, &shared)
    }
    return .changed
  }

  /// SCH-4, REW-1: updates the attendance of an occurrence after its exception changed. O(members).
  mutating func exceptionChanged(
    _ occurrence: OccurrenceID, from old: OccurrenceRecord, _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) {
    let new = record(of: occurrence)
    let (oldDay, newDay) = (old.day(of: occurrence), new.day(of: occurrence))
    let isMoved = oldDay != newDay && !new.isCancelled
    guard isMoved || old.isCancelled != new.isCancelled else { return }
    let participants = trainingClass(occurrence.trainingClass)?.participants
    for index in 0..<shared.memberCount {
      let person = MemberHandle(UInt16(index))
      let hasAttended = shared.attended(occurrence, by: person) == true
      guard hasAttended || participants?.contains(person) == true else { continue }
      plannedDays.forget(person)
      if isMoved { nutrition.trainingChanged(of: person, on: oldDay, isPlan: true, &shared) }
      nutrition.trainingChanged(of: person, on: newDay, isPlan: true, &shared)
      guard hasAttended else { continue }
      if isMoved {
        moveAttendance(of: person, at: occurrence, from: oldDay, &shared)
      } else {
        countAttendance(of: person, at: occurrence, !new.isCancelled, &shared)
      }
    }
  }

  private mutating func countAttendance(
    of person: MemberHandle, at occurrence: OccurrenceID, _ attended: Bool,
    _ shared: inout SharedState
  ) {
    guard let attendance = attendance(of: person, at: occurrence) else { return }
    countAttended(attended ? 1 : -1, on: attendance.takesPlaceOn, of: person)
    shared.areaEvents.append(.attendance(attendance, isAttended: attended))
  }

  private mutating func moveAttendance(
    of person: MemberHandle, at occurrence: OccurrenceID, from oldDay: LocalDay,
    _ shared: inout SharedState
  ) {
    guard let attendance = attendance(of: person, at: occurrence) else { return }
    countAttended(-1, on: oldDay, of: person)
    countAttended(1, on: attendance.takesPlaceOn, of: person)
    shared.areaEvents.append(.attendanceMoved(attendance, from: oldDay))
  }

  /// NUT-2: counts or uncounts a person's completed training of a day, and reports it.
  mutating func countTraining(
    of person: MemberHandle, on day: LocalDay?, _ change: Int32, _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) {
    guard let day else { return }
    trainedDays.count(TrainedDays.Count(done: change), on: day, of: person)
    nutrition.trainingChanged(of: person, on: day, &shared)
  }

  private mutating func countAttended(_ change: Int32, on day: LocalDay, of person: MemberHandle) {
    trainedDays.count(TrainedDays.Count(attended: change), on: day, of: person)
  }

  private func attendance(of person: MemberHandle, at occurrence: OccurrenceID) -> Attendance? {
    guard let made = trainingClass(occurrence.trainingClass) else { return nil }
    return Attendance(
      person: person, trainingClass: occurrence.trainingClass, day: occurrence.day,
      takesPlaceOn: record(of: occurrence).day(of: occurrence), sport: made.sport,
      type: made.type)
  }

  // MARK: Reading

  /// How many occurrences a person attended between two days, both included. O(days attended since
  /// the first).
  public func attendedCount(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> Int {
    Int(trainedDays.count(of: person, from: first, through: last).attended)
  }

  /// How many of the plan's occurrences between two days a person should attend, and how many of
  /// these they attended. O(classes + occurrences).
  ///
  /// Without a sport it covers all of them.
  public func attendance(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay,
    in sport: Entity = .none, types: AttendanceRule = .all, _ shared: borrowing SharedState
  ) -> (scheduled: Int, attended: Int) {
    var scheduled = 0
    var attended = 0
    for place in 0..<classes.count {
      let made = classes[place]
      guard made.participants.contains(person), sport == .none || made.sport == sport,
        types.includes(made.type)
      else { continue }
      eachPlanned(of: place, for: person, from: first, through: last, shared) { occurrence, _ in
        scheduled += 1
        if shared.attended(occurrence, by: person) == true { attended += 1 }
      }
    }
    return (scheduled, attended)
  }
}

extension SharedState {
  /// Whether a person attended an occurrence, or nil when it is not marked. O(1).
  public func attended(_ occurrence: OccurrenceID, by person: MemberHandle) -> Bool? {
    registers[FieldKey.attendance(occurrence, person)].map { $0.value.first == 1 }
  }
}

extension FieldKey {
  fileprivate static func attendance(_ occurrence: OccurrenceID, _ person: MemberHandle) -> FieldKey
  {
    FieldKey(
      .attendanceSet, of: occurrence.trainingClass,
      detail: UInt64(person.index) << 32 | occurrence.day.packed)
  }
}

extension OccurrenceRecord {
  /// SCH-4: the local day on which an occurrence takes place, in its class's zone.
  func day(of occurrence: OccurrenceID) -> LocalDay { movedStart?.day ?? occurrence.day }
}
