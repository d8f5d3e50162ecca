/// What the members of a household have in common, and how they affect each other.
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

// All of it requires `lifecycle.enabled`; by default, members of a household are independent.
extension HomeParameters {
  private static let logit = ScenarioType<Double>.real(-20...20)

  static let fields: [ScenarioField] = [
    ScenarioField(
      ["homes", "traitHouseholdVarianceFraction"], \.homes.traitHouseholdVarianceFraction, .share,
      0,
      "Share of the variance of motivation, frailty and energy intake that is between "
        + "households", .chosen),
    ScenarioField(
      ["homes", "openLogitDayDeviation"], \.homes.openLogitDayDeviation, .real(0...10), 0,
      "Standard deviation between days of a household's contribution to the log-odds of "
        + "opening the app", .chosen),
    ScenarioField(
      ["homes", "openLogitWeekDeviation"], \.homes.openLogitWeekDeviation, .real(0...10), 0,
      "Standard deviation between weeks of that contribution", .chosen),
    ScenarioField(
      ["homes", "tripsPerYear"], \.homes.tripsPerYear, .real(0...365), 0,
      "Trips a year of a whole household", .chosen),
    ScenarioField(
      ["homes", "tripDaysMax"], \.homes.tripDaysMax, .whole(2...90), 12,
      "Maximum length of a trip in days; each number from two on is equally likely", .assumed()),
    ScenarioField(
      ["homes", "openLogitAway"], \.homes.openLogitAway, logit, -2.5,
      "Log-odds of opening the app that a trip adds", .assumed()),
    ScenarioField(
      ["homes", "illnessesPerYear"], \.homes.illnessesPerYear, .real(0...365), 0,
      "Times a year that an illness spreads through a household", .chosen),
    ScenarioField(
      ["homes", "illnessDaysMax"], \.homes.illnessDaysMax, .whole(2...90), 8,
      "Maximum length of an illness in days", .assumed()),
    ScenarioField(
      ["homes", "openLogitIll"], \.homes.openLogitIll, logit, -1.5,
      "Log-odds of opening the app that illness adds", .assumed()),
    ScenarioField(
      ["homes", "openLogitHouseholdActive"], \.homes.openLogitHouseholdActive, logit, 0,
      "Log-odds added when all others of the household were active yesterday; in proportion "
        + "when only some were", .chosen),
    ScenarioField(
      ["homes", "returnFactorHouseholdActive"], \.homes.returnFactorHouseholdActive, .real(0...100),
      1,
      "How many times likelier a person reactivates when all others were active", .chosen),
  ]
}
