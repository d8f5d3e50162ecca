/// How people react to the app, their group and network faults.
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

// All of it requires `lifecycle.enabled`; by default, people do not react.
extension ReactionParameters {
  static let fields = promptFields + otherFields

  private static let logit = ScenarioType<Double>.real(-20...20)
  private static let factor = ScenarioType<Double>.real(0...100)

  private static let promptFields: [ScenarioField] = [
    ScenarioField(
      ["reactions", "promptsPerWeek"], \.reactions.promptsPerWeek, .real(0...7), 0,
      "Reminders a week that the app shows to a person who allows them; at most one a day",
      .chosen),
    ScenarioField(
      ["reactions", "promptLift"], \.reactions.promptLift, .real(0...10), 0.28,
      "How much likelier a person without habituation opens the app on a day with a reminder; "
        + "0.25 means a quarter more", .assumed(
        "the 14 % more of HeartSteps, Klasnja 2019, for takers who open it on four days of ten")),
    ScenarioField(
      ["reactions", "promptHabituationFraction"], \.reactions.promptHabituationFraction, .share,
      0.04,
      "Share of the remaining distance to full habituation that each reminder covers",
      .assumed("the form of StepCountJITAI, arXiv 2411.00336")),
    ScenarioField(
      ["reactions", "promptRecoveryFraction"], \.reactions.promptRecoveryFraction, .share, 0.02,
      "Share of the habituation that a day without a reminder removes", .assumed()),
    ScenarioField(
      ["reactions", "promptIrrelevantProbability"], \.reactions.promptIrrelevantProbability, .share,
      0.3,
      "Share of reminders that are irrelevant: they have no effect but annoy", .assumed()),
    ScenarioField(
      ["reactions", "promptOptOutProbability"], \.reactions.promptOptOutProbability, .share, 0.01,
      "Share of irrelevant reminders after which a person turns reminders off", .assumed()),
    ScenarioField(
      ["reactions", "promptLapseFactor"], \.reactions.promptLapseFactor, factor, 1.3,
      "How many times likelier a person becomes dormant on a day with an irrelevant reminder",
      .assumed("the risk of disengaging in StepCountJITAI")),
    ScenarioField(
      ["reactions", "promptReturnFactor"], \.reactions.promptReturnFactor, factor, 1.3,
      "How many times likelier a person reactivates on a day with a relevant reminder", .assumed()),
  ]

  private static let otherFields: [ScenarioField] = [
    ScenarioField(
      ["reactions", "groupTrainingLift"], \.reactions.groupTrainingLift, .real(0...10), 0,
      "How much more often a person trains who is in a group with others; 0.23 is published",
      .published("Shameli 2017: 23 % more activity during challenges")),
    ScenarioField(
      ["reactions", "groupBalanceFraction"], \.reactions.groupBalanceFraction, .share, 0,
      "Share of that lift that depends on how balanced the group is: it applies in full if all "
        + "members on last week's board had done the same, and not at all if the board had at most "
        + "one",
      .assumed("Shameli 2017 finds balanced groups to gain most, and no number was taken from it")),
    ScenarioField(
      ["reactions", "groupLateWeekLift"], \.reactions.groupLateWeekLift, .real(0...10), 0,
      "How much more is added from Friday on, if a workout would gain or keep a rank on a "
        + "board of the week's challenges", .assumed()),
    ScenarioField(
      ["reactions", "openLogitGroup"], \.reactions.openLogitGroup, logit, 0,
      "Log-odds of opening the app that a group with others in it adds", .assumed()),
    ScenarioField(
      ["reactions", "openLogitFrustration"], \.reactions.openLogitFrustration, logit, 0,
      "Log-odds that frustration adds: no network, operations that never arrived or were "
        + "rejected, a reinstalled app", .assumed("no public figure was found")),
    ScenarioField(
      ["reactions", "lapseFactorFrustration"], \.reactions.lapseFactorFrustration, factor, 1,
      "How many times likelier a person with full frustration becomes dormant",
      .assumed("no public figure was found")),
    ScenarioField(
      ["reactions", "frustrationHalfLifeDays"], \.reactions.frustrationHalfLifeDays,
      .real(0.1...365), 4,
      "Days after which half of the frustration is left", .assumed()),
  ]
}
