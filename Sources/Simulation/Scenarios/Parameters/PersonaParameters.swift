/// Which of the product documents' people there are.
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
      "How often a grown-up is of a persona; it counts where people have traits", .chosen),
    ScenarioField(
      ["personas", "children"], \.personas.children, .names(Persona.ofChildren.map(\.name)),
      [WeightedName(Persona.plain.name, weight: 1)],
      "How often a child is of a persona", .chosen),
    ScenarioField(
      ["personas", "students"], \.personas.students, .names(Persona.ofStudents.map(\.name)),
      [WeightedName(Persona.plain.name, weight: 1)],
      "How often a student who shares a home with others is of a persona", .chosen),
  ]
}

/// The level that a person has in what they log, and how it moves.
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
      "Whether scores and amounts have a person behind them; otherwise they are drawn anew",
      .chosen),
    ScenarioField(
      ["levels", "wellnessMean"], \.levels.wellnessMean, .real(1...10), 7,
      "The score of a check-in, before it is rounded", .assumed()),
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
      "Points that illness takes", .assumed()),
    ScenarioField(
      ["levels", "appetiteSigma"], \.levels.appetiteSigma, .real(0...2), 0.25,
      "How unlike people are in how much they eat; log-normal", .assumed()),
    ScenarioField(
      ["levels", "appetiteWeekSigma"], \.levels.appetiteWeekSigma, .real(0...2), 0.1,
      "How unlike a person's weeks are in that", .assumed()),
    ScenarioField(
      ["levels", "thirstSigma"], \.levels.thirstSigma, .real(0...2), 0.3,
      "How unlike people are in how much they drink at a time; log-normal", .assumed()),
  ]
}
