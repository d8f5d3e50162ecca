public import Environment
import JSONText

extension FaultCause {
  /// The same scenario without the faults of this cause; people, seed and everything else stay.
  public func removingFaults(_ scenario: Scenario) -> Scenario {
    var calm = scenario
    var findings = ScenarioFindings(source: rawValue, showsPositions: false, zoneNames: nil)
    let parameters = parameters
    for field in Scenario.fields where parameters.contains(field.path) {
      field.read(0, &calm, &findings)
    }
    precondition(findings.errors.isEmpty, "zero is allowed for every amount of a fault")
    return calm
  }
}
