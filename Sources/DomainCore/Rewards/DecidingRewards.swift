public import Chronology

/// Decides a fact about the ledger of points and what rests on it.
public func decideRewards(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
