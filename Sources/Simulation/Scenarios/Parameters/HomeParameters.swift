/// What the members of a household have in common, and do to each other.
public struct HomeParameters: Sendable, Equatable {
  public var traitHouseholdVarianceFraction = 0.0
  public var openLogitDayDeviation = 0.0
  public var openLogitWeekDeviation = 0.0
  public var tripsPerYear = 0.0
  public var tripDaysMax = 0
  public var openLogitAway = 0.0
  public var illnessesPerYear = 0.0
  public var illnessDaysMax = 0
  public var openLogitIll = 0.0
  public var openLogitHouseholdActive = 0.0
  public var returnFactorHouseholdActive = 0.0

  init() {}
}

// All of it works where `lifecycle.enabled`; the defaults have people live beside each other.
extension HomeParameters {
  private static let logit = ScenarioType<Double>.real(-20...20)

  static let fields: [ScenarioField] = [
    ScenarioField(
      ["homes", "traitHouseholdVarianceFraction"], \.homes.traitHouseholdVarianceFraction, .share,
      0,
      "Share of the variance of motivation, frailty and appetite that is a household's",
      .chosen),
    ScenarioField(
      ["homes", "openLogitDayDeviation"], \.homes.openLogitDayDeviation, .real(0...10), 0,
      "Standard deviation between days of what a household's day adds to the log-odds", .chosen),
    ScenarioField(
      ["homes", "openLogitWeekDeviation"], \.homes.openLogitWeekDeviation, .real(0...10), 0,
      "The same between weeks", .chosen),
    ScenarioField(
      ["homes", "tripsPerYear"], \.homes.tripsPerYear, .real(0...365), 0,
      "How often a household is away together", .chosen),
    ScenarioField(
      ["homes", "tripDaysMax"], \.homes.tripDaysMax, .whole(2...90), 12,
      "Days that it is away, at most; from two on each number is as likely", .assumed()),
    ScenarioField(
      ["homes", "openLogitAway"], \.homes.openLogitAway, logit, -2.5,
      "Log-odds of opening the app that being away adds", .assumed()),
    ScenarioField(
      ["homes", "illnessesPerYear"], \.homes.illnessesPerYear, .real(0...365), 0,
      "How often illness goes through a household", .chosen),
    ScenarioField(
      ["homes", "illnessDaysMax"], \.homes.illnessDaysMax, .whole(2...90), 8,
      "Days that it takes, at most", .assumed()),
    ScenarioField(
      ["homes", "openLogitIll"], \.homes.openLogitIll, logit, -1.5,
      "Log-odds of opening the app that illness adds", .assumed()),
    ScenarioField(
      ["homes", "openLogitHouseholdActive"], \.homes.openLogitHouseholdActive, logit, 0,
      "Log-odds that all others of the household add by having been active yesterday, some of them "
        + "in proportion", .chosen),
    ScenarioField(
      ["homes", "returnFactorHouseholdActive"], \.homes.returnFactorHouseholdActive, .real(0...100),
      1,
      "How many times likelier somebody takes the app up again when all others were active",
      .chosen),
  ]
}
