import Base
import Chronology

@testable import DomainCore

extension ScopeState {
  /// Delivers an event to all areas, as the fold that causes it does.
  mutating func deliver(_ event: AreaEvent, by fact: Fact) {
    shared.areaEvents.append(event)
    notifyAreas(by: fact)
  }

  /// Folds an import of a health store alone, without the days that it counts for.
  mutating func applyHealthImport(_ fact: Fact) -> Effect {
    training.applyHealthImport(fact, &shared)
  }
}
