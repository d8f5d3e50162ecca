public import Chronology

extension ScopeState {
  /// Folds a fact about targets, overrides and what comes of them.
  public mutating func applyNutrition(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
