// Calendar, edits: outside edits of the schedule.

import Base
import Chronology

// Outside changes to the schedule use the same write as a tap, with the version of the fact that
// carries them, so that they compete with taps on equal terms.
extension ScheduleState {
  /// CAL-1: applies an outside edit to a field of an occurrence; the field takes the version of
  /// `fact`.
  public mutating func occurrenceEditedExternally(
    _ identity: CalendarIdentity, _ field: CalendarField, to value: UInt64, by fact: Fact,
    _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) {
    guard let made = trainingClass(identity.trainingClass), field.isPossible(value) else {
      return
    }
    let instant = Instant(milliseconds: Int64(truncatingIfNeeded: value))
    switch field {
    case .title:
      write(.title, UInt64(UInt32(truncatingIfNeeded: value)), identity, fact, &shared, nutrition)
    case .start:
      let zone = made.start.knownZone
      let minute = UInt16(zone.millisecondOfDay(at: instant) / 60_000)
      write(
        .start, MovedStart(day: zone.localDay(at: instant), minute: minute).packed, identity, fact,
        &shared, nutrition)
    case .duration:
      let minutes = min(
        max(value / UInt64(Span.minute), TrainingClass.durationRange.lowerBound),
        TrainingClass.durationRange.upperBound)
      write(.duration, minutes, identity, fact, &shared, nutrition)
    case .place:
      let place = ClassPlace(text: TextHandle(packed: value))
      write(.place, place.packed, identity, fact, &shared, nutrition)
    case .details:
      write(.notes, UInt64(UInt32(truncatingIfNeeded: value)), identity, fact, &shared, nutrition)
    case .drivers: return
    }
  }

  /// CAL-3: applies an outside deletion of an occurrence; deletion wins.
  public mutating func occurrenceDeletedExternally(
    _ identity: CalendarIdentity, by fact: Fact, _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) {
    write(.cancelled, 1, identity, fact, &shared, nutrition)
  }

  private mutating func write(
    _ field: OccurrenceField, _ value: UInt64, _ identity: CalendarIdentity, _ fact: Fact,
    _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) {
    var change = fact
    change.kind = .occurrenceFieldSet
    change.entity = identity.trainingClass
    change.payload = OccurrenceChange(field, on: identity.day, to: value).payload
    _ = changeOccurrence(change, &shared, nutrition)
  }
}
