public import Chronology

extension ScopeState {
  /// Folds a fact about sports, classes, occurrences and duties.
  public mutating func applySchedule(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
