public import Chronology

/// Decides a fact about a group: members, challenges, boards, feed.
public func decideGroup(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  nil
}
