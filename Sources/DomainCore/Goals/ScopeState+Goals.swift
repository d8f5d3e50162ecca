public import Chronology

extension ScopeState {
  /// Folds a fact about goals and their progress.
  public mutating func applyGoals(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
