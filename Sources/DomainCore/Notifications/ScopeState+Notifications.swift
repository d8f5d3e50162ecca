public import Chronology

extension ScopeState {
  /// Folds a fact about settings and what was sent.
  public mutating func applyNotifications(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
