import Base
import Chronology

// NUT-2: what is somebody's to attend.
extension ScopeState {
  /// NUT-2: hands on the plan's occurrences that take place between two days and are somebody's to
  /// attend, each with the day on which it does. O(classes + occurrences).
  ///
  /// What took place before a child was put into a class was not theirs.
  func eachPlanned(
    for person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ take: (OccurrenceID, LocalDay) -> Void
  ) {
    for place in 0..<schedule.classes.count
    where schedule.classes[place].participants.contains(person) {
      eachPlanned(of: place, for: person, from: first, through: last, take)
    }
  }

  func eachPlanned(
    of place: Int, for person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ take: (OccurrenceID, LocalDay) -> Void
  ) {
    let made = schedule.classes[place]
    func offer(_ day: LocalDay, _ record: OccurrenceRecord) {
      guard schedule.takesPlace(made, record) else { return }
      let occurrence = OccurrenceID(made.entity, day)
      take(occurrence, record.day(of: occurrence))
    }
    let first = max(first, partakesSince(person, in: made))
    for day in schedule.days(of: made, first: first, through: last) {
      let record = schedule.record(of: OccurrenceID(made.entity, day))
      if record.movedPacked == 0 { offer(day, record) }
    }
    schedule.eachMoved(at: place, first: first, through: last, offer)
  }

  /// NUT-2: how many of the plan's occurrences that take place between two days are somebody's to
  /// attend, and of how many of these somebody has said whether they did.
  ///
  /// O(days) where the plan is known, else O(classes + occurrences).
  func planned(
    for person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> PlannedDays.Count {
    if let known = schedule.plannedDays.count(of: person, from: first, through: last) {
      return known
    }
    var count = PlannedDays.Count()
    eachPlanned(for: person, from: first, through: last) { occurrence, _ in
      count += PlannedDays.Count(isMarked: attended(occurrence, by: person) != nil)
    }
    return count
  }

  /// Finds out somebody's plan, if it is not known, before many days of it are asked for.
  mutating func updatePlannedDays(of person: MemberHandle) {
    let reach = ActivityLevel.windowDays - 1
    let first = firstDay.adding(days: -reach)
    let last = firstDay.adding(days: dayCapacity + reach)
    guard !schedule.plannedDays.knows(person, first, last),
      schedule.plannedDays.begin(person, first, last)
    else { return }
    for place in 0..<schedule.classes.count
    where schedule.classes[place].participants.contains(person) {
      notePlanned(at: place, for: person)
    }
  }

  /// To be called after a class was made for somebody.
  mutating func notePlanned(at place: Int, for person: MemberHandle) {
    guard schedule.plannedDays.knows(person) else { return }
    var days = PlannedDays()
    swap(&days, &schedule.plannedDays)
    eachPlanned(of: place, for: person, from: days.first, through: days.last) { occurrence, day in
      days.add(
        PlannedDays.Count(isMarked: attended(occurrence, by: person) != nil), on: day, person)
    }
    swap(&days, &schedule.plannedDays)
  }

  /// To be called after somebody has said for the first time whether they attended.
  mutating func noteMarked(_ occurrence: OccurrenceID, by person: MemberHandle) {
    guard schedule.plannedDays.knows(person),
      let made = schedule.trainingClass(occurrence.trainingClass),
      case let record = schedule.record(of: occurrence),
      case let day = record.day(of: occurrence), made.participants.contains(person),
      partakesSince(person, in: made) <= day, schedule.hasOccurrence(made, on: occurrence.day),
      schedule.takesPlace(made, record)
    else { return }
    schedule.plannedDays.add(PlannedDays.Count(planned: 0, marked: 1), on: day, person)
  }
}
