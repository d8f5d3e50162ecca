// Parameters without an effect are rejected, because one sets a parameter to see its effect.
extension ScenarioDraft {
  /// Rejects parameters that are set, and whose part of the model is off.
  ///
  /// A default and a 0 are no claim, and neither is a value from a file whose part a later source
  /// switched off: one may extend a scenario and switch off what it has. Overrides are one source,
  /// in any order.
  func checkRequirements(_ sources: inout [ScenarioSource], firstOverride: Int) {
    let usual = Scenario()
    for field in Scenario.fields where !field.needs.isEmpty {
      guard let place = origin(of: field.path), place.isValid,
        field.write(scenario) != field.write(usual), field.number(in: scenario) != 0,
        let need = field.unmet(in: scenario)
      else { continue }
      let switches = need.anyOf.compactMap { origin(of: $0.path) }
      let rank = min(place.sourceIndex, firstOverride)
      guard
        switches.allSatisfy({ $0.isValid && min($0.sourceIndex, firstOverride) <= rank })
      else { continue }
      // `checkTreatment` rejects it wherever it was switched off.
      if field.path == "interventions.treatment" { continue }
      sources[place.sourceIndex].findings.add(
        .idleParameter(path: field.path, need: need), at: place.position)
    }
  }

  /// Checks that people react to the chosen treatment, and that it begins within the run.
  func checkTreatment(_ sources: inout [ScenarioSource]) {
    let interventions = scenario.interventions
    guard let chosen = origin(of: "interventions.treatment"), chosen.isValid,
      interventions.treatment != .none
    else { return }
    if !scenario.lifecycle.enabled {
      sources[chosen.sourceIndex].findings.add(
        .idleTreatment(interventions.treatment.name), at: chosen.position)
    }
    if interventions.startDay >= scenario.days, origin(of: "days")?.isValid != false {
      let place = origin(of: "interventions.startDay") ?? chosen
      sources[place.sourceIndex].findings.add(
        .startsTooLate(day: interventions.startDay, days: scenario.days), at: place.position)
    }
  }
}
