public import DomainCore

/// A part of a scope's state, computed in the simplest way from the facts of its log alone.
///
/// A model receives every fact that the server has accepted, in server order, and shares no code
/// with the fold that checkers compare with it. Models that need more than the fact, such as the
/// time of its commit or the state of another model at that moment, have an `ingest` of their own
/// and do not conform: duties, boards, group feeds, bodies and calendar links.
public protocol ReferenceModel {
  /// Processes the next accepted fact.
  mutating func ingest(_ fact: Fact)
  /// Sorts what the model has collected, after the last fact and before the first query.
  mutating func finish()
}

extension ReferenceModel {
  public mutating func finish() {}
}
