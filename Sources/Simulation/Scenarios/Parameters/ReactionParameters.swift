/// How people take what the app, their group and the network do to them.
public struct ReactionParameters: Sendable, Equatable {
  public var promptsPerWeek = 0.0
  public var promptLift = 0.0
  public var promptHabituationFraction = 0.0
  public var promptRecoveryFraction = 0.0
  public var promptIrrelevantProbability = 0.0
  public var promptOptOutProbability = 0.0
  public var promptLapseFactor = 0.0
  public var promptReturnFactor = 0.0
  public var groupTrainingLift = 0.0
  public var groupBalanceFraction = 0.0
  public var groupLateWeekLift = 0.0
  public var openLogitGroup = 0.0
  public var openLogitFrustration = 0.0
  public var lapseFactorFrustration = 0.0
  public var frustrationHalfLifeDays = 0.0

  init() {}
}

// All of it works where `lifecycle.enabled`; the defaults have nothing move anybody.
extension ReactionParameters {
  static let fields = promptFields + otherFields

  private static let logit = ScenarioType<Double>.real(-20...20)
  private static let factor = ScenarioType<Double>.real(0...100)

  private static let promptFields: [ScenarioField] = [
    ScenarioField(
      ["reactions", "promptsPerWeek"], \.reactions.promptsPerWeek, .real(0...7), 0,
      "Reminders a week that the app shows to whoever lets it; one a day at most", .chosen),
    ScenarioField(
      ["reactions", "promptLift"], \.reactions.promptLift, .real(0...10), 0.28,
      "How much likelier somebody opens the app on a day with a reminder who is not used to them; "
        + "0.25 would be a quarter more",
      .assumed(
        "the 14 % more of HeartSteps, Klasnja 2019, for takers who open it on four days of ten")),
    ScenarioField(
      ["reactions", "promptHabituationFraction"], \.reactions.promptHabituationFraction, .share,
      0.04,
      "Share of the way to being used to reminders that each of them covers",
      .assumed("the form of StepCountJITAI, arXiv 2411.00336")),
    ScenarioField(
      ["reactions", "promptRecoveryFraction"], \.reactions.promptRecoveryFraction, .share, 0.02,
      "Share of being used to them that a day without one takes", .assumed()),
    ScenarioField(
      ["reactions", "promptIrrelevantProbability"], \.reactions.promptIrrelevantProbability, .share,
      0.3,
      "Share of reminders that do not fit the moment: they move nobody and annoy", .assumed()),
    ScenarioField(
      ["reactions", "promptOptOutProbability"], \.reactions.promptOptOutProbability, .share, 0.01,
      "Share of those after which somebody switches reminders off", .assumed()),
    ScenarioField(
      ["reactions", "promptLapseFactor"], \.reactions.promptLapseFactor, factor, 1.3,
      "How many times likelier somebody puts the app away on a day with one of those",
      .assumed("the risk of disengaging in StepCountJITAI")),
    ScenarioField(
      ["reactions", "promptReturnFactor"], \.reactions.promptReturnFactor, factor, 1.3,
      "How many times likelier somebody comes back on a day with a reminder that fits",
      .assumed()),
  ]

  private static let otherFields: [ScenarioField] = [
    ScenarioField(
      ["reactions", "groupTrainingLift"], \.reactions.groupTrainingLift, .real(0...10), 0,
      "How much more often somebody trains who is in a group with others, 0.23 being published",
      .published("Shameli 2017: 23 % more activity during challenges")),
    ScenarioField(
      ["reactions", "groupBalanceFraction"], \.reactions.groupBalanceFraction, .share, 0,
      "Share of that lift which hangs on how balanced the group is: all of it is there where those "
        + "on last week's board had done the same, none where nobody or one alone was on it",
      .assumed("Shameli 2017 finds balanced groups to gain most, and no number was taken from it")),
    ScenarioField(
      ["reactions", "groupLateWeekLift"], \.reactions.groupLateWeekLift, .real(0...10), 0,
      "How much more on top from Friday on, where a workout would gain or keep a rank on a board of "
        + "the week's challenges",
      .assumed()),
    ScenarioField(
      ["reactions", "openLogitGroup"], \.reactions.openLogitGroup, logit, 0,
      "Log-odds of opening the app that a group with others in it adds", .assumed()),
    ScenarioField(
      ["reactions", "openLogitFrustration"], \.reactions.openLogitFrustration, logit, 0,
      "Log-odds that trouble adds: no network, what never arrived, what was rejected, an app set up "
        + "anew",
      .assumed("no public figure was found")),
    ScenarioField(
      ["reactions", "lapseFactorFrustration"], \.reactions.lapseFactorFrustration, factor, 1,
      "How many times likelier somebody in full trouble puts the app away",
      .assumed("no public figure was found")),
    ScenarioField(
      ["reactions", "frustrationHalfLifeDays"], \.reactions.frustrationHalfLifeDays,
      .real(0.1...365), 4,
      "Days after which half of the trouble is forgotten", .assumed()),
  ]
}
