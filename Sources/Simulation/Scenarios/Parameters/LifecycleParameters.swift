/// What happens to people over weeks and months: they lapse, become dormant, return, or leave.
public struct LifecycleParameters: Sendable, Equatable {
  public var enabled = false
  public var frailtySigma = 0.0
  public var lapseHazardFirst = 0.0
  public var lapseDaysScale = 0.0
  public var lapsePower = 0.0
  public var lapseHazardDaily = 0.0
  public var lapsingDays = 0
  public var dormantDays = 0
  public var openLogitLapsing = 0.0
  public var returnHazardFirst = 0.0
  public var returnDaysScale = 0.0
  public var returnPower = 0.0
  public var returnFactorFreshStart = 0.0
  public var noveltyOnReturnFraction = 0.0
  public var leaveHazardDormant = 0.0
  public var habitDaysMedian = 0.0
  public var habitDaysSigma = 0.0
  public var openLogitMilestone = 0.0
  public var openLogitStreakLoss = 0.0
  public var lapseFactorStreakLoss = 0.0
  public var streakLossHalfLifeDays = 0.0
  public var openLogitFreshStart = 0.0

  init() {}
}

// By default people only leave, so the lifecycle has to be enabled.
extension LifecycleParameters {
  static let fields = lapseFields + returnFields + streakFields

  private static let logit = ScenarioType<Double>.real(-20...20)

  private static let lapseFields: [ScenarioField] = [
    ScenarioField(
      ["lifecycle", "enabled"], \.lifecycle.enabled, .flag, false,
      "Whether people lapse, become dormant and return; otherwise the rest of this group has "
        + "no effect", .chosen),
    ScenarioField(
      ["lifecycle", "frailtySigma"], \.lifecycle.frailtySigma, .real(0...4), 0.8,
      "How much people differ in how easily they lapse: sigma of a log-normal factor with mean "
        + "1", .assumed("clusters of use with a median of 5.5 days, npj Digit Med 2020")),
    ScenarioField(
      ["lifecycle", "lapseHazardFirst"], \.lifecycle.lapseHazardFirst, .share, 0.4,
      "Probability of becoming dormant after the first day, in addition to the daily one",
      .assumed("moved until day 1 is as published")),
    ScenarioField(
      ["lifecycle", "lapseDaysScale"], \.lifecycle.lapseDaysScale, .real(0.01...365), 1,
      "Days after which that probability begins to fall like a power of time",
      .assumed("moved until day 7 is as published")),
    ScenarioField(
      ["lifecycle", "lapsePower"], \.lifecycle.lapsePower, .real(0...5), 1,
      "The power of time by which it falls", .assumed("moved until day 30 is as published")),
    ScenarioField(
      ["lifecycle", "lapseHazardDaily"], \.lifecycle.lapseHazardDaily, .share, 0.005,
      "Probability a day of becoming dormant, however long the person has used the app",
      .assumed()),
    ScenarioField(
      ["lifecycle", "lapsingDays"], \.lifecycle.lapsingDays, .whole(1...365), 3,
      "Days of absence after which a person is lapsing", .chosen),
    ScenarioField(
      ["lifecycle", "dormantDays"], \.lifecycle.dormantDays, .whole(1...365), 14,
      "Days of absence after which a person becomes dormant",
      .assumed("the gap by which metrics call it leaving")),
    ScenarioField(
      ["lifecycle", "openLogitLapsing"], \.lifecycle.openLogitLapsing, logit, -0.5,
      "Log-odds of opening the app that lapsing adds", .assumed()),
  ]

  private static let returnFields: [ScenarioField] = [
    ScenarioField(
      ["lifecycle", "returnHazardFirst"], \.lifecycle.returnHazardFirst, .share, 0.03,
      "Probability of reactivating on the day after becoming dormant",
      .assumed("moved until over 75 % return within 31 months, as in Lin 2018")),
    ScenarioField(
      ["lifecycle", "returnDaysScale"], \.lifecycle.returnDaysScale, .real(0.01...365), 5,
      "Days of absence after which that probability begins to fall like a power of time",
      .assumed()),
    ScenarioField(
      ["lifecycle", "returnPower"], \.lifecycle.returnPower, .real(0...5), 0.5,
      "The power of time by which it falls; with up to 1 everyone would return eventually",
      .assumed("over 75 % return however long they were away, Lin 2018: a heavy tail")),
    ScenarioField(
      ["lifecycle", "returnFactorFreshStart"], \.lifecycle.returnFactorFreshStart,
      .real(0...100), 1.5,
      "How many times likelier a return is on a Monday or the first of a month",
      .assumed("from Dai 2014, gym visits at the start of a week and a month")),
    ScenarioField(
      ["lifecycle", "noveltyOnReturnFraction"], \.lifecycle.noveltyOnReturnFraction, .share, 0.5,
      "Share of the novelty that the app has again for a person who returns", .assumed()),
    ScenarioField(
      ["lifecycle", "leaveHazardDormant"], \.lifecycle.leaveHazardDormant, .share, 0.0005,
      "Probability a day of leaving for good while dormant",
      .assumed("so rare that most people who are dormant for months may return, Lin 2018")),
  ]

  private static let streakFields: [ScenarioField] = [
    ScenarioField(
      ["lifecycle", "habitDaysMedian"], \.lifecycle.habitDaysMedian, .real(1...2000), 66,
      "Active days until a habit has 95 % of its full strength, for the median person",
      .published("Lally 2010, 66 days")),
    ScenarioField(
      ["lifecycle", "habitDaysSigma"], \.lifecycle.habitDaysSigma, .real(0...3), 0.67,
      "How much people differ in that: standard deviation of its logarithm",
      .published("Lally 2010, from 18 to 254 days")),
    ScenarioField(
      ["lifecycle", "openLogitMilestone"], \.lifecycle.openLogitMilestone, logit, 0.5,
      "Log-odds added on a day that would complete a streak of 7, 14, 30, 50 or 100 days",
      .assumed()),
    ScenarioField(
      ["lifecycle", "openLogitStreakLoss"], \.lifecycle.openLogitStreakLoss, logit, -0.6,
      "Log-odds that a broken streak of 7 days or more adds at first; in proportion for a "
        + "shorter one",
      .assumed("broken streaks lower later engagement, Silverman and Barasch 2023")),
    ScenarioField(
      ["lifecycle", "lapseFactorStreakLoss"], \.lifecycle.lapseFactorStreakLoss, .real(0...100),
      1.3,
      "How many times likelier a person becomes dormant right after such a streak is broken",
      .assumed("the same source; how much is not published")),
    ScenarioField(
      ["lifecycle", "streakLossHalfLifeDays"], \.lifecycle.streakLossHalfLifeDays, .real(0.1...365),
      3,
      "Days after which half of that effect is left", .assumed("it lasts for about a week")),
    ScenarioField(
      ["lifecycle", "openLogitFreshStart"], \.lifecycle.openLogitFreshStart, logit, 0.15,
      "Log-odds that the first of a month adds", .assumed("from Dai 2014")),
  ]
}
