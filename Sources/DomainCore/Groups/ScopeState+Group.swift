public import Chronology

extension ScopeState {
  /// Folds a fact about a group: members, challenges, boards, feed.
  public mutating func applyGroup(_ fact: Fact, committed: Instant) -> Effect {
    .superseded
  }
}
