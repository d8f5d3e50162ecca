import Base
import Chronology

@testable import DomainCore

extension ScopeState {
  /// Folds a fact that was committed when it was written.
  @discardableResult mutating func apply(_ fact: Fact) -> Effect {
    apply(fact, committed: fact.version.instant)
  }
}

extension ScopeState {
  /// Delivers an event to all areas, as the fold that causes it does.
  mutating func deliver(_ event: AreaEvent, by fact: Fact) {
    shared.areaEvents.append(event)
    notifyAreas(by: fact)
  }
}
