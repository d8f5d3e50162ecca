import Base
import Chronology

// NUT-2: the occurrences that a person should attend.
extension ScheduleState {
  /// NUT-2: calls the closure with the plan's occurrences between two days that a person should
  /// attend, each with the day on which it takes place. O(classes + occurrences).
  ///
  /// Occurrences from before a child was added to a class do not count.
  func eachPlanned(
    for person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ shared: borrowing SharedState,
    _ take: (OccurrenceID, LocalDay) -> Void
  ) {
    for place in 0..<classes.count
    where classes[place].participants.contains(person) {
      eachPlanned(of: place, for: person, from: first, through: last, shared, take)
    }
  }

  func eachPlanned(
    of place: Int, for person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ shared: borrowing SharedState,
    _ take: (OccurrenceID, LocalDay) -> Void
  ) {
    let made = classes[place]
    func offer(_ day: LocalDay, _ record: OccurrenceRecord) {
      guard takesPlace(made, record) else { return }
      let occurrence = OccurrenceID(made.entity, day)
      take(occurrence, record.day(of: occurrence))
    }
    let first = max(first, partakesSince(person, in: made, shared))
    for day in days(of: made, first: first, through: last) {
      let record = record(of: OccurrenceID(made.entity, day))
      if record.movedPacked == 0 { offer(day, record) }
    }
    eachMoved(at: place, first: first, through: last, offer)
  }

  /// NUT-2: how many of the plan's occurrences between two days a person should attend, and how
  /// many of these are marked as attended or missed.
  ///
  /// O(days) where the plan is known, else O(classes + occurrences).
  func planned(
    for person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ shared: borrowing SharedState
  ) -> PlannedDays.Count {
    if let known = plannedDays.count(of: person, from: first, through: last) {
      return known
    }
    var count = PlannedDays.Count()
    eachPlanned(for: person, from: first, through: last, shared) { occurrence, _ in
      count += PlannedDays.Count(isMarked: shared.attended(occurrence, by: person) != nil)
    }
    return count
  }

  /// Computes a person's plan, if it is not known, before many days of it are read.
  mutating func updatePlannedDays(of person: MemberHandle, _ shared: borrowing SharedState) {
    let reach = ActivityLevel.windowDays - 1
    let first = shared.firstDay.adding(days: -reach)
    let last = shared.firstDay.adding(days: shared.dayCapacity + reach)
    guard !plannedDays.knows(person, first, last),
      plannedDays.begin(person, first, last)
    else { return }
    for place in 0..<classes.count
    where classes[place].participants.contains(person) {
      notePlanned(at: place, for: person, shared)
    }
  }

  /// To be called after a class was made for a person.
  mutating func notePlanned(
    at place: Int, for person: MemberHandle, _ shared: borrowing SharedState
  ) {
    guard plannedDays.knows(person) else { return }
    var days = PlannedDays()
    swap(&days, &plannedDays)
    eachPlanned(of: place, for: person, from: days.first, through: days.last, shared) {
      occurrence, day in
      days.add(
        PlannedDays.Count(isMarked: shared.attended(occurrence, by: person) != nil), on: day, person
      )
    }
    swap(&days, &plannedDays)
  }

  /// To be called after an occurrence was marked for the first time.
  mutating func noteMarked(
    _ occurrence: OccurrenceID, by person: MemberHandle, _ shared: borrowing SharedState
  ) {
    guard plannedDays.knows(person),
      let made = trainingClass(occurrence.trainingClass),
      case let record = record(of: occurrence),
      case let day = record.day(of: occurrence), made.participants.contains(person),
      partakesSince(person, in: made, shared) <= day, hasOccurrence(made, on: occurrence.day),
      takesPlace(made, record)
    else { return }
    plannedDays.add(PlannedDays.Count(planned: 0, marked: 1), on: day, person)
  }
}
