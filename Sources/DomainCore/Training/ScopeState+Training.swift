public import Chronology

extension ScopeState {
  /// Folds a fact about sessions, templates and workouts.
  public mutating func applyTraining(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
