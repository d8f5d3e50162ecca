import Chronology

import DomainCore

extension ScopeState {
  /// Folds a fact that was committed when it was written.
  @discardableResult mutating func apply(_ fact: Fact) -> Effect {
    apply(fact, committed: fact.version.instant)
  }
}
