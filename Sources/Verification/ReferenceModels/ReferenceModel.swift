public import DomainCore

/// A theme of a scope's state, worked out from the facts of its log alone, in the plainest way.
///
/// A model hears every fact that the server has accepted, in server order, and shares no code with
/// the fold that checkers hold against it. Models that need more than the fact, such as when it was
/// committed or what another model knew at that moment, have a `ingest` of their own and do not
/// conform: duties, boards, group feeds, bodies and calendar links.
public protocol ReferenceModel {
  /// Takes in the next accepted fact.
  mutating func ingest(_ fact: Fact)
  /// Puts in order what was heard, once that is all and before anybody asks.
  mutating func finish()
}

extension ReferenceModel {
  public mutating func finish() {}
}
