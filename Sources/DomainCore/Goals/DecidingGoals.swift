public import Chronology

/// Decides a fact about goals and their progress.
public func decideGoals(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
