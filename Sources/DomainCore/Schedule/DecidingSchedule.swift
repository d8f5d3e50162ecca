public import Chronology

/// Decides a fact about sports, classes, occurrences and duties.
public func decideSchedule(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
