import DomainCore

/// How often people submit occasional commands.
public struct ReasonParameters: Sendable, Equatable {
  public var enabled = false
  public var timesPerYear: [WeightedName] = []
  public var areas: [WeightedName] = []

  init() {}
}

extension ReasonParameters {
  private static let yearly = zip(Reason.all, Reason.names).compactMap { reason, name in
    reason.timesPerYear.map { WeightedName(name, weight: $0) }
  }

  private static let areas = FactKind.Area.allCases.map { WeightedName($0.name, weight: 1) }

  static let fields: [ScenarioField] = [
    ScenarioField(
      ["reasons", "enabled"], \.reasons.enabled, .flag, false,
      "Whether people submit occasional commands for the reasons of docs/reasons.md; otherwise "
        + "all possible commands are equally likely, on as many days as "
        + "'activities.randomCommandProbability' gives", .chosen),
    ScenarioField(
      ["reasons", "timesPerYear"], \.reasons.timesPerYear, .names(yearly.map(\.name)), yearly,
      "Times in a year of daily use that an average person of its audience submits the command",
      .assumed()),
    ScenarioField(
      ["reasons", "areas"], \.reasons.areas, .names(areas.map(\.name)), areas,
      "Factor on those times for the commands of an area; 0 for an area that is not named, for "
        + "a product that does not have it", .chosen),
  ]
}
