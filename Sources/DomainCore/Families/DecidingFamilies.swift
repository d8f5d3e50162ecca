public import Chronology

/// Decides a fact about who belongs to it, and what may be done.
public func decideFamilies(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
