public import Chronology

extension ScopeState {
  /// Folds a fact about courses and what is due.
  public mutating func applyAcademics(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
