public import Chronology

extension ScopeState {
  /// Folds a fact about the link to an external calendar.
  public mutating func applyCalendar(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
