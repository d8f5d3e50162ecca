// Levels of behavior are assumptions: a simulated metric follows from them and is not a forecast.

extension Scenario {
  static let behaviorFields = openFields + loggingFields + habitListFields

  /// Log-odds that move the probability of opening the app on a day.
  private static let logit = ScenarioType<Double>.real(-20...20)

  private static let openFields: [ScenarioField] = [
    ScenarioField(
      ["behavior", "openLogitBase"], \.behavior.openLogitBase, logit, -0.2,
      "Log-odds of opening the app on an ordinary weekday, without habit and streak", .assumed()),
    ScenarioField(
      ["behavior", "openLogitHabit"], \.behavior.openLogitHabit, logit, 2.0,
      "Log-odds that a full habit strength adds", .assumed()),
    ScenarioField(
      ["behavior", "openLogitStreak"], \.behavior.openLogitStreak, logit, 1.0,
      "Log-odds that a streak of 7 days or more adds, a shorter one in proportion", .assumed()),
    ScenarioField(
      ["behavior", "openLogitNovelty"], \.behavior.openLogitNovelty, logit, 2.5,
      "Log-odds that a new app adds on the first day", .assumed()),
    ScenarioField(
      ["behavior", "noveltyHalfLifeDays"], \.behavior.noveltyHalfLifeDays, .real(0.1...365), 5,
      "Days after which half of the novelty is left", .assumed()),
    ScenarioField(
      ["behavior", "openLogitWeekend"], \.behavior.openLogitWeekend, logit, -0.3,
      "Log-odds that a Saturday or Sunday adds", .assumed()),
    ScenarioField(
      ["behavior", "openLogitMonday"], \.behavior.openLogitMonday, logit, 0.28,
      "Log-odds that a Monday adds",
      .published("Dai 2014, gym visits +33 % at the start of a week")),
    ScenarioField(
      ["behavior", "openLogitDeviation"], \.behavior.openLogitDeviation, .real(0...10), 1.0,
      "Standard deviation between people of their log-odds of opening the app", .assumed()),
    ScenarioField(
      ["behavior", "habitGainFraction"], \.behavior.habitGainFraction, .share, 0.044,
      "Share of the distance to full habit strength that an active day covers",
      .published("Lally 2010, 95 % of the plateau after 66 days, the median")),
    ScenarioField(
      ["behavior", "habitDecayFraction"], \.behavior.habitDecayFraction, .share, 0.01,
      "Share of the habit strength that a day without activity removes",
      .assumed("small, since one miss hardly matters (Lally 2010)")),
    ScenarioField(
      ["behavior", "leaveHazardDaily"], \.behavior.leaveHazardDaily, .share, 0.002,
      "Probability a day of leaving for good, after the first weeks", .assumed()),
    ScenarioField(
      ["behavior", "leaveHazardFactorEarly"], \.behavior.leaveHazardFactorEarly,
      .real(0...1000), 20,
      "How many times that probability is added on the first day; it fades with the novelty",
      .assumed("leaving falls with tenure")),
  ]

  private static let loggingFields: [ScenarioField] = [
    ScenarioField(
      ["behavior", "preserveMeans"], \.behavior.preserveMeans, .flag, true,
      "Whether counts keep their means; otherwise they are means of Poisson distributions that "
        + "are then truncated, so that six sessions become 5.4", .chosen),
    ScenarioField(
      ["behavior", "sessionsPerActiveDayMean"], \.behavior.sessionsPerActiveDayMean,
      .real(1...7), 2.5,
      "Mean sessions of a person on an active day, which has eight at most",
      .assumed("at the target pc.sessions_per_day")),
    ScenarioField(
      ["behavior", "sessionSecondsMedian"], \.behavior.sessionSecondsMedian, .real(1...1800),
      36,
      "Median length of a session in seconds; lengths are log-normal, up to half an hour",
      .assumed("gives a mean near the target pc.session_seconds")),
    ScenarioField(
      ["behavior", "habitsPerPersonMean"], \.behavior.habitsPerPersonMean, .real(1...7.5), 4,
      "Mean number of habits that a person starts with, from one to eight", .assumed()),
    ScenarioField(
      ["behavior", "habitDoneProbability"], \.behavior.habitDoneProbability, .share, 0.75,
      "Share of the habits due on an active day that are done",
      .assumed("at the target pc.habits_completed")),
    ScenarioField(
      ["behavior", "habitDoneLogitDeviation"], \.behavior.habitDoneLogitDeviation, .real(0...10),
      0,
      "Standard deviation between people of their log-odds of doing a habit; the share above "
        + "remains their mean. It applies to people with traits",
      .assumed("with 1, two thirds of people do between five and nine habits of ten")),
    ScenarioField(
      ["behavior", "habitUndoProbability"], \.behavior.habitUndoProbability, .share, 0.03,
      "Share of completions that are undone on the same day", .assumed()),
    ScenarioField(
      ["behavior", "doubleTapProbability"], \.behavior.doubleTapProbability, .share, 0,
      "Share of completions, meals and drinks that are submitted twice by a double tap", .chosen),
    ScenarioField(
      ["behavior", "clockSetBackProbability"], \.behavior.clockSetBackProbability, .share, 0,
      "Share of days on which a person who forgot a habit the day before sets the clock back "
        + "by a day, marks the habit, and corrects the clock", .chosen),
    ScenarioField(
      ["behavior", "simultaneousJoinProbability"], \.behavior.simultaneousJoinProbability,
      .share, 0,
      "Share of neighborhoods whose people join their group in the same second, and of "
        + "families whose people use the same invitation", .chosen),
    ScenarioField(
      ["behavior", "bulkCompletionProbability"], \.behavior.bulkCompletionProbability, .share, 0.1,
      "Share of sessions with completions that complete several habits in one action",
      .assumed()),
    ScenarioField(
      ["behavior", "mealsPerActiveDayMean"], \.behavior.mealsPerActiveDayMean, .real(0...7), 3,
      "Mean number of meals that a person logs on an active day, eight at most",
      .assumed("three meals, above the target lk.meals")),
    ScenarioField(
      ["behavior", "favoriteMealProbability"], \.behavior.favoriteMealProbability, .share, 0.3,
      "Share of meals that are logged from the favorites", .assumed()),
    ScenarioField(
      ["behavior", "watersPerActiveDayMean"], \.behavior.watersPerActiveDayMean, .real(0...15),
      4, "Times that a person logs water on an active day, 16 at most",
      .assumed("above the target lk.water")),
    ScenarioField(
      ["behavior", "waterOuncesMedian"], \.behavior.waterOuncesMedian, .real(1...100), 8,
      "Amount of water logged at a time; amounts are log-normal, up to 100 ounces",
      .assumed("a cup")),
    ScenarioField(
      ["behavior", "checkInProbability"], \.behavior.checkInProbability, .share, 0.7,
      "Share of active days with a wellness check-in", .assumed("at the target lk.checkin")),
  ]

  private static let habitListFields: [ScenarioField] = [
    ScenarioField(
      ["behavior", "habitCreateProbability"], \.behavior.habitCreateProbability, .share, 0.02,
      "Share of active days on which a person creates a habit", .assumed()),
    ScenarioField(
      ["behavior", "habitEditProbability"], \.behavior.habitEditProbability, .share, 0.01,
      "Share of active days on which a person edits a habit", .assumed()),
    ScenarioField(
      ["behavior", "habitReorderProbability"], \.behavior.habitReorderProbability, .share, 0.01,
      "Share of active days on which a person reorders the habits", .assumed()),
    ScenarioField(
      ["behavior", "habitArchiveProbability"], \.behavior.habitArchiveProbability, .share, 0.004,
      "Share of active days on which a person archives a habit", .assumed()),
    ScenarioField(
      ["behavior", "habitDeleteProbability"], \.behavior.habitDeleteProbability, .share, 0.004,
      "Share of active days on which a person deletes a habit", .assumed()),
    ScenarioField(
      ["behavior", "habitRestoreProbability"], \.behavior.habitRestoreProbability, .share, 0.2,
      "Share of deleted habits that are restored while that is possible (HAB-8)", .assumed()),
  ]
}
