public import Chronology

/// Decides a fact about courses and what is due.
public func decideAcademics(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
