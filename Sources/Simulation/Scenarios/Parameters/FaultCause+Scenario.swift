public import Environment
import JSONText

extension FaultCause {
  /// The same world without the faults of this cause; people, seed and everything else stay.
  public func removingFaults(_ scenario: Scenario) -> Scenario {
    var calm = scenario
    var findings = ScenarioFindings(source: rawValue, showsPositions: false, zoneNames: nil)
    let parameters = parameters
    for field in Scenario.fields where parameters.contains(field.path) {
      field.read(0, &calm, &findings)
    }
    precondition(findings.errors.isEmpty, "zero switches every fault off")
    return calm
  }
}
