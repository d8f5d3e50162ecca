public import Chronology

/// Decides a fact about the link to an external calendar.
public func decideCalendar(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
