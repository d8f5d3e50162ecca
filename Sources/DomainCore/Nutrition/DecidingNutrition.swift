public import Chronology

/// Decides a fact about targets, overrides and what comes of them.
public func decideNutrition(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
