import Base
import Chronology

@testable import DomainCore

extension ScopeState {
  /// Delivers an event to all areas, as the fold that causes it does.
  mutating func deliver(_ event: AreaEvent, by fact: Fact) {
    shared.areaEvents.append(event)
    notifyAreas(by: fact)
  }
}
