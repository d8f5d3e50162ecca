public import Chronology

extension ScopeState {
  /// Folds a fact about who belongs to it, and what may be done.
  public mutating func applyFamilies(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
