// Treatments without an effect are rejected, because a treatment is chosen to see its effect.
extension ScenarioDraft {
  /// The parameters that only some treatments use, with those treatments.
  private static let ownParameters: [(key: String, of: Treatment)] = [
    ("promptsPerWeek", .prompts), ("inviteAcceptProbability", .invitations),
    ("returnFactorInvited", .invitations), ("rewardFactor", .rewards),
    ("irrelevantPromptFactor", .reminderTimes),
  ]

  /// Checks that a treatment begins within the run, that people react to it, and that parameters of
  /// treatments belong to the chosen one. The error is reported where that was set.
  ///
  /// A default value is ignored, and so is a value from a file whose treatment another source
  /// replaced.
  func checkTreatment(_ sources: inout [ScenarioSource]) {
    let (interventions, defaults) = (scenario.interventions, Scenario().interventions)
    let chosen = origin(of: "interventions.treatment")
    func add(_ problem: ScenarioError.Problem, at path: String) {
      guard let place = origin(of: path) ?? chosen else { return }
      sources[place.sourceIndex].findings.add(problem, at: place.position)
    }
    if chosen?.isValid == false { return }
    if interventions.treatment != .none {
      if !scenario.lifecycle.enabled {
        add(.idleTreatment(interventions.treatment.name), at: "interventions.treatment")
      }
      if interventions.startDay >= scenario.days, origin(of: "days")?.isValid != false {
        add(
          .startsTooLate(day: interventions.startDay, days: scenario.days),
          at: "interventions.startDay")
      }
    }
    let treatments = Treatment.allCases.filter { $0 != .none }
    let isShared = [
      ("treatedFraction", interventions.treatedFraction != defaults.treatedFraction),
      ("startDay", interventions.startDay != defaults.startDay),
    ]
    var idle: [(key: String, of: [Treatment])] = []
    if interventions.treatment == .none {
      idle += isShared.filter(\.1).map { ($0.0, treatments) }
    }
    let own = [
      interventions.promptsPerWeek != defaults.promptsPerWeek,
      interventions.inviteAcceptProbability != defaults.inviteAcceptProbability,
      interventions.returnFactorInvited != defaults.returnFactorInvited,
      interventions.rewardFactor != defaults.rewardFactor,
      interventions.irrelevantPromptFactor != defaults.irrelevantPromptFactor,
    ]
    for (parameter, isSet) in zip(Self.ownParameters, own)
    where isSet && parameter.of != interventions.treatment {
      idle.append((parameter.key, [parameter.of]))
    }
    for (key, treatments) in idle {
      let path = "interventions.\(key)"
      guard let place = origin(of: path), place.isValid,
        place.sourceIndex >= chosen?.sourceIndex ?? -1
      else { continue }
      add(
        .idleParameter(
          path: path, of: treatments.map(\.name), chosen: interventions.treatment.name),
        at: path)
    }
  }
}
