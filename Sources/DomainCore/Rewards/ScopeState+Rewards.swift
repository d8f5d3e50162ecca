public import Chronology

extension ScopeState {
  /// Folds a fact about the ledger of points and what rests on it.
  public mutating func applyRewards(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
