import Chronology

// What came from an external calendar and changes the schedule: the same write that a tap would
// have made, with the version of the fact that brought it, so that it meets taps as an equal.
extension ScopeState {
  /// CAL-1: a field of an occurrence was edited outside; `fact` is the write to our field, so the
  /// field has the fact's version from now on.
  public mutating func occurrenceEditedExternally(
    _ identity: CalendarIdentity, _ field: CalendarField, to value: UInt64, by fact: Fact
  ) {
    guard let made = schedule.trainingClass(identity.trainingClass), field.isPossible(value) else {
      return
    }
    let instant = Instant(milliseconds: Int64(truncatingIfNeeded: value))
    switch field {
    case .title: write(.title, UInt64(UInt32(truncatingIfNeeded: value)), identity, fact)
    case .start:
      let zone = made.start.knownZone
      let minute = UInt16(zone.millisecondOfDay(at: instant) / 60_000)
      write(
        .start, MovedStart(day: zone.localDay(at: instant), minute: minute).packed, identity, fact)
    case .duration:
      let minutes = min(
        max(value / UInt64(Span.minute), TrainingClass.durationRange.lowerBound),
        TrainingClass.durationRange.upperBound)
      write(.duration, minutes, identity, fact)
    case .place:
      let place = ClassPlace(text: TextHandle(packed: value))
      write(.place, place.packed, identity, fact)
    case .details:
      write(.notes, UInt64(UInt32(truncatingIfNeeded: value)), identity, fact)
    case .drivers: return
    }
  }

  /// CAL-3: an occurrence was deleted outside, and deleting wins.
  public mutating func occurrenceDeletedExternally(_ identity: CalendarIdentity, by fact: Fact) {
    write(.cancelled, 1, identity, fact)
  }

  private mutating func write(
    _ field: OccurrenceField, _ value: UInt64, _ identity: CalendarIdentity, _ fact: Fact
  ) {
    var change = fact
    change.kind = .occurrenceFieldSet
    change.entity = identity.trainingClass
    change.payload = OccurrenceChange(field, on: identity.day, to: value).payload
    _ = changeOccurrence(change)
  }
}
