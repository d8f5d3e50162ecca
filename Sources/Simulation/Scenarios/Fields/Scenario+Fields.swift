extension Scenario {
  /// Every parameter there is, in the order in which a resolved scenario is written.
  ///
  /// A new parameter is a property of a group and a row here; nothing else has to change. A row
  /// says: keys, property, type with what is allowed, default, meaning, evidence.
  public static let fields: [ScenarioField] =
    runFields + populationFields + behaviorFields + peopleFields + activityFields
    + ReasonParameters.fields + ContentionParameters.fields + networkFields + clockFields
    + installFields + syncFields
    + metricsFields + coverageFields + experimentFields

  private static let peopleFields =
    PersonaParameters.fields + LifecycleParameters.fields + HomeParameters.fields
    + LevelParameters.fields + RhythmParameters.fields + ReactionParameters.fields
    + InterventionParameters.fields

  /// Pairs of parameters of which the first must not be above the second.
  static let orderedPaths = [
    ("population.childAgeYearsMin", "population.childAgeYearsMax"),
    ("sync.retryBackoffMillisecondsMin", "sync.retryBackoffMillisecondsMax"),
  ]

  private static let runFields: [ScenarioField] = [
    ScenarioField(
      ["name"], \.name, .name, "unnamed",
      "The name of the scenario, which is that of its file; never inherited", .chosen),
    ScenarioField(
      ["description"], \.description, .text, "",
      "What the scenario is for, in a sentence; never inherited", .chosen),
    ScenarioField(
      ["seed"], \.seed, .seed, 1,
      "What all randomness derives from; the same seed gives the same bytes", .chosen),
    ScenarioField(
      ["people"], \.people, .whole(1...10_000_000), 1000,
      "How many people there are in the end, exactly", .chosen),
    ScenarioField(
      ["days"], \.days, .whole(1...3650), 60, "How many local days are simulated", .chosen),
    ScenarioField(
      ["start"], \.start, .day, "2026-01-05", "The first simulated local day", .chosen),
  ]

  private static let coverageFields: [ScenarioField] = [
    ScenarioField(
      ["coverage", "afterSeeds"], \.coverage.afterSeeds, .whole(0...1_000_000_000), 1000,
      "From how many seeds on a stress run must have seen what follows", .chosen),
    ScenarioField(
      ["coverage", "operationKindsMin"], \.coverage.operationKindsMin, .whole(0...255), 0,
      "How many kinds of operation must have been said", .chosen),
    ScenarioField(
      ["coverage", "combinationsMin"], \.coverage.combinationsMin, .whole(0...1_000_000), 0,
      "How many situations must have been reached: a trouble, a kind of operation and a state of "
        + "its exchange, together", .chosen),
  ]

  private static let experimentFields: [ScenarioField] = [
    ScenarioField(
      ["experiments", "unrelatedDraw"], \.experiments.unrelatedDraw, .flag, false,
      "Whether something is drawn and ignored, which must change nothing else", .chosen),
    ScenarioField(
      ["experiments", "unrelatedDrawHousehold"], \.experiments.unrelatedDrawHousehold,
      ScenarioType<Int>.whole(0...10_000_000).orNull(meaning: "all"), nil,
      "The only household for which it is drawn", .chosen),
    ScenarioField(
      ["experiments", "extraSyncHousehold"], \.experiments.extraSyncHousehold,
      ScenarioType<Int>.whole(0...10_000_000).orNull(meaning: "none"), nil,
      "A household whose devices exchange once more each day, which must change nothing where no "
        + "scope is shared", .chosen),
  ]
}
