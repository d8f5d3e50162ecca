public import Chronology

/// Decides a fact about settings and what was sent.
public func decideNotifications(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
