/// When in the day and in the year people use the app.
public struct RhythmParameters: Sendable, Equatable {
  public var enabled = false
  public var hours: [WeightedCount] = []
  public var chronotypeMinutesDeviation = 0.0
  public var weekendMinutes = 0
  public var openLogitSeason = 0.0
  public var openLogitHoliday = 0.0
  public var openLogitExams = 0.0
  public var openLogitTerm = 0.0
  public var openLogitMatchDay = 0.0
  public var openLogitSeasonEnd = 0.0
  public var schools = 0

  init() {}
}

extension RhythmParameters {
  private static let logit = ScenarioType<Double>.real(-20...20)

  static let fields: [ScenarioField] = [
    ScenarioField(
      ["rhythm", "enabled"], \.rhythm.enabled, .flag, false,
      "Whether sessions have hours and the year has seasons; otherwise sessions are spread evenly",
      .chosen),
    ScenarioField(
      ["rhythm", "hours"], \.rhythm.hours, .counts(0...23),
      [
        2, 4, 5, 3, 3, 3, 6, 5, 3, 3, 4, 5, 8, 8, 9, 8, 5, 2,
      ].enumerated().map { WeightedCount($0.offset + 6, weight: $0.element) },
      "Weights of the hours after midnight in which the average person's sessions begin",
      .assumed("meals follow: under a quarter of energy before noon, over a third after 18:00")),
    ScenarioField(
      ["rhythm", "chronotypeMinutesDeviation"], \.rhythm.chronotypeMinutesDeviation,
      .real(0...300), 60,
      "Standard deviation between people of how late their day is, in minutes",
      .assumed("sleep times of adults differ by about an hour")),
    ScenarioField(
      ["rhythm", "weekendMinutes"], \.rhythm.weekendMinutes, .whole(-300...300), 60,
      "Minutes by which Saturdays and Sundays are later", .assumed("social jet lag")),
    ScenarioField(
      ["rhythm", "openLogitSeason"], \.rhythm.openLogitSeason, logit, 0.2,
      "Log-odds of opening the app that mid-January adds and mid-July subtracts",
      .assumed("resolutions of the New Year")),
    ScenarioField(
      ["rhythm", "openLogitHoliday"], \.rhythm.openLogitHoliday, logit, -0.7,
      "Log-odds that a holiday adds", .assumed()),
    ScenarioField(
      ["rhythm", "openLogitExams"], \.rhythm.openLogitExams, logit, -0.4,
      "Log-odds that the exam weeks add for children", .assumed()),
    ScenarioField(
      ["rhythm", "openLogitTerm"], \.rhythm.openLogitTerm, logit, 0.2,
      "Log-odds that the first week of a term adds", .assumed("a fresh start, Dai 2014")),
    ScenarioField(
      ["rhythm", "openLogitMatchDay"], \.rhythm.openLogitMatchDay, logit, 0,
      "Log-odds that a match day adds for children who play a sport: Saturdays from September "
        + "to mid-November and from mid-March to May", .chosen),
    ScenarioField(
      ["rhythm", "openLogitSeasonEnd"], \.rhythm.openLogitSeasonEnd, logit, 0,
      "Log-odds that the two weeks after such a sports season add for them", .chosen),
    ScenarioField(
      ["rhythm", "schools"], \.rhythm.schools, .whole(1...3), 1,
      "Number of schools, whose exams are a week apart", .chosen),
  ]
}
