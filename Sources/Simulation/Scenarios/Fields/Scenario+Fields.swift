extension Scenario {
  /// Every parameter there is, in the order in which a resolved scenario is written.
  ///
  /// To add a parameter, add a property to a group and a row here. A row lists: keys, property,
  /// type with the allowed values, default, meaning, evidence. If it has an effect only while
  /// another parameter has some value, add it to `ScenarioRequirement.table` as well.
  public static let fields: [ScenarioField] = [
    runFields, populationFields, behaviorFields, peopleFields, activityFields,
    ReasonParameters.fields, ContentionParameters.fields, networkFields, clockFields,
    installFields, StorageParameters.fields, syncFields,
    metricsFields, coverageFields, loadFields, experimentFields,
  ].flatMap(\.self)

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
      "Name of the scenario, which is that of its file; not inherited", .chosen),
    ScenarioField(
      ["description"], \.description, .text, "",
      "What the scenario is for, in one sentence; not inherited", .chosen),
    ScenarioField(
      ["seed"], \.seed, .seed, 1,
      "What all randomness derives from; the same seed gives the same bytes", .chosen),
    ScenarioField(
      ["people"], \.people, .whole(1...10_000_000), 1000,
      "Number of people at the end, exactly", .chosen),
    ScenarioField(
      ["days"], \.days, .whole(1...3650), 60,
      "Number of local days that are simulated", .chosen),
    ScenarioField(
      ["start"], \.start, .day, "2026-01-05", "The first simulated local day", .chosen),
  ]

  private static let coverageFields: [ScenarioField] = [
    ScenarioField(
      ["coverage", "afterSeeds"], \.coverage.afterSeeds, .whole(0...1_000_000_000), 1000,
      "Number of seeds after which a stress run must have reached this coverage", .chosen),
    ScenarioField(
      ["coverage", "operationKindsMin"], \.coverage.operationKindsMin, .whole(0...255), 0,
      "How many kinds of operations must have been submitted", .chosen),
    ScenarioField(
      ["coverage", "combinationsMin"], \.coverage.combinationsMin, .whole(0...1_000_000), 0,
      "How many combinations of a fault, a kind of operation and a sync state must have been "
        + "reached", .chosen),
  ]

  private static let loadFields: [ScenarioField] = [
    ScenarioField(
      ["load", "failIf"], \.load.failIf, .thresholds, [],
      "When 'shakeout load' exits with 99 for the people of this scenario, beside its own "
        + "'--fail-if'", .chosen)
  ]

  private static let experimentFields: [ScenarioField] = [
    ScenarioField(
      ["experiments", "unrelatedDraw"], \.experiments.unrelatedDraw, .flag, false,
      "Whether an extra random value is drawn and ignored, which must change nothing else",
      .chosen),
    ScenarioField(
      ["experiments", "unrelatedDrawHousehold"], \.experiments.unrelatedDrawHousehold,
      ScenarioType<Int>.whole(0...10_000_000).orNull(meaning: "all"), nil,
      "The only household for which it is drawn", .chosen),
    ScenarioField(
      ["experiments", "extraSyncHousehold"], \.experiments.extraSyncHousehold,
      ScenarioType<Int>.whole(0...10_000_000).orNull(meaning: "none"), nil,
      "A household whose devices exchange once more each day, which must not change households "
        + "that share no scope with it", .chosen),
  ]
}
