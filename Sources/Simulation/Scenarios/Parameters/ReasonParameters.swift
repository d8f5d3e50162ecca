import DomainCore

/// How often people do what they seldom do.
public struct ReasonParameters: Sendable, Equatable {
  public var enabled = false
  public var timesPerYear: [WeightedName] = []
  public var areas: [WeightedName] = []

  init() {}
}

extension ReasonParameters {
  private static let yearly = Reason.all.compactMap { reason in
    reason.timesPerYear.map { WeightedName("\(reason.kind)", weight: $0) }
  }

  private static let areas = FactKind.Area.allCases.map { WeightedName("\($0)", weight: 1) }

  static let fields: [ScenarioField] = [
    ScenarioField(
      ["reasons", "enabled"], \.reasons.enabled, .flag, false,
      "Whether what people seldom do is done for the reasons of docs/reasons.md; otherwise whatever "
        + "is possible is as likely, on as many days as 'activities.randomCommandProbability' says",
      .chosen),
    ScenarioField(
      ["reasons", "timesPerYear"], \.reasons.timesPerYear, .names(yearly.map(\.name)), yearly,
      "How many times in a year of daily use an average person does it for whom it is", .assumed()),
    ScenarioField(
      ["reasons", "areas"], \.reasons.areas, .names(areas.map(\.name)), areas,
      "How many times as often as that for what is of an area; not at all where an area is not "
        + "named, for a product that does not have it", .chosen),
  ]
}
