public import Chronology

/// Decides a fact about sessions, templates and workouts.
public func decideTraining(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
