import Base
import Chronology

@testable import DomainCore

extension ScopeState {
  /// Tells all areas of something, as a fold does in which it happens.
  mutating func tell(_ event: AreaEvent, by fact: Fact) {
    shared.areaEvents.append(event)
    notifyAreas(by: fact)
  }
}
