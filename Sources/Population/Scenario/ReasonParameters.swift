/// How often people do what they seldom do.
public struct ReasonParameters: Sendable, Equatable {
  public var areLived = false
  public var timesPerYear: [WeightedName] = []

  init() {}
}

extension ReasonParameters {
  private static let yearly = Reason.all.compactMap { reason in
    reason.timesPerYear.map { WeightedName("\(reason.kind)", weight: $0) }
  }

  static let fields: [ScenarioField] = [
    ScenarioField(
      ["reasons", "areLived"], \.reasons.areLived, .flag, false,
      "Whether what people seldom do is done for the reasons of docs/reasons.md; otherwise whatever "
        + "is possible is as likely, on as many days as 'activities.whimShare' says", .chosen),
    ScenarioField(
      ["reasons", "timesPerYear"], \.reasons.timesPerYear, .names(yearly.map(\.name)), yearly,
      "How many times in a year of daily use an average person does it for whom it is", .assumed()),
  ]
}
