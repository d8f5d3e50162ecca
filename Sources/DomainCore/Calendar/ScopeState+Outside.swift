public import Chronology

// What came from an external calendar and changes the schedule. The link says so here, once for
// each change and in the order of the log; the schedule takes it from here.
extension ScopeState {
  /// CAL-1: a field of an occurrence was edited outside; `fact` is the write to our field, so the
  /// field has the fact's version from now on.
  public mutating func occurrenceEditedOutside(
    _ identity: CalendarIdentity, _ field: CalendarField, to value: UInt64, by fact: Fact,
    committed: Instant
  ) {
  }

  /// CAL-3: an occurrence was deleted outside, and deleting wins.
  public mutating func occurrenceDeletedOutside(
    _ identity: CalendarIdentity, by fact: Fact, committed: Instant
  ) {
  }
}
