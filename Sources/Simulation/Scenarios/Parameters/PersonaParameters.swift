/// The personas of the product documents that a population has.
public struct PersonaParameters: Sendable, Equatable {
  public var adults: [WeightedName] = []
  public var children: [WeightedName] = []
  public var students: [WeightedName] = []

  init() {}
}

extension PersonaParameters {
  static let fields: [ScenarioField] = [
    ScenarioField(
      ["personas", "adults"], \.personas.adults, .names(Persona.ofAdults.map(\.name)),
      [WeightedName(Persona.plain.name, weight: 1)],
      "Weights of the personas of adults; they apply to people with traits", .chosen),
    ScenarioField(
      ["personas", "children"], \.personas.children, .names(Persona.ofChildren.map(\.name)),
      [WeightedName(Persona.plain.name, weight: 1)],
      "Weights of the personas of children", .chosen),
    ScenarioField(
      ["personas", "students"], \.personas.students, .names(Persona.ofStudents.map(\.name)),
      [WeightedName(Persona.plain.name, weight: 1)],
      "Weights of the personas of students in a shared home", .chosen),
  ]
}

/// A person's level in scores and amounts, and how it varies.
public struct LevelParameters: Sendable, Equatable {
  public var enabled = false
  public var wellnessMean = 0.0
  public var wellnessDeviation = 0.0
  public var wellnessWeekDeviation = 0.0
  public var wellnessDayDeviation = 0.0
  public var wellnessIll = 0.0
  public var appetiteSigma = 0.0
  public var appetiteWeekSigma = 0.0
  public var thirstSigma = 0.0

  init() {}
}

extension LevelParameters {
  private static let points = ScenarioType<Double>.real(0...9)

  static let fields: [ScenarioField] = [
    ScenarioField(
      ["levels", "enabled"], \.levels.enabled, .flag, false,
      "Whether scores and amounts depend on the person; otherwise each is drawn independently",
      .chosen),
    ScenarioField(
      ["levels", "wellnessMean"], \.levels.wellnessMean, .real(1...10), 7,
      "Mean score of a check-in, before it is rounded", .assumed()),
    ScenarioField(
      ["levels", "wellnessDeviation"], \.levels.wellnessDeviation, points, 1.1,
      "Standard deviation of the score between people", .assumed()),
    ScenarioField(
      ["levels", "wellnessWeekDeviation"], \.levels.wellnessWeekDeviation, points, 0.6,
      "Standard deviation of a person's score between weeks", .assumed()),
    ScenarioField(
      ["levels", "wellnessDayDeviation"], \.levels.wellnessDayDeviation, points, 0.8,
      "Standard deviation of a person's score between the days of a week", .assumed()),
    ScenarioField(
      ["levels", "wellnessIll"], \.levels.wellnessIll, points, 2.5,
      "Points by which illness lowers the score", .assumed()),
    ScenarioField(
      ["levels", "appetiteSigma"], \.levels.appetiteSigma, .real(0...2), 0.25,
      "How much people differ in how much they eat: sigma of a log-normal factor", .assumed()),
    ScenarioField(
      ["levels", "appetiteWeekSigma"], \.levels.appetiteWeekSigma, .real(0...2), 0.1,
      "How much a person's weeks differ in that: sigma of a log-normal factor", .assumed()),
    ScenarioField(
      ["levels", "thirstSigma"], \.levels.thirstSigma, .real(0...2), 0.3,
      "How much people differ in how much they drink at a time: sigma of a log-normal factor",
      .assumed()),
  ]
}
