import Metrics

extension Scenario {
  static let populationFields =
    whoFields + ageFields + deviceCountFields + arrivalFields + handFields

  private static let whoFields: [ScenarioField] = [
    ScenarioField(
      ["population", "householdsPerCommunity"], \.population.householdsPerCommunity,
      .whole(1...200), 8,
      "Households that live in one community, the unit that is simulated on its own", .chosen),
    ScenarioField(
      ["population", "parentsPerHousehold"], \.population.parentsPerHousehold, .counts(1...2),
      [WeightedCount(1, weight: 0.25), WeightedCount(2, weight: 0.75)],
      "How often a household has so many parents", .assumed()),
    ScenarioField(
      ["population", "childrenPerHousehold"], \.population.childrenPerHousehold, .counts(0...4),
      [
        WeightedCount(0, weight: 0.2), WeightedCount(1, weight: 0.3),
        WeightedCount(2, weight: 0.32), WeightedCount(3, weight: 0.13),
        WeightedCount(4, weight: 0.05),
      ],
      "How often a household has so many children", .assumed()),
    ScenarioField(
      ["population", "observersPerHousehold"], \.population.observersPerHousehold, .counts(0...4),
      [WeightedCount(0, weight: 1)],
      "How often so many grandparents look on in a household with children", .chosen),
    ScenarioField(
      ["population", "coachFraction"], \.population.coachFraction, .share, 0,
      "Share of the households with children where a coach is a member, with a roster of the "
        + "children from 13 on, who become athletes", .chosen),
    ScenarioField(
      ["population", "studentHomeFraction"], \.population.studentHomeFraction, .share, 0,
      "Share of the households, teams aside, that are students of 18 to 25 living together",
      .chosen),
    ScenarioField(
      ["population", "studentsPerHome"], \.population.studentsPerHome, .counts(1...6),
      [
        WeightedCount(1, weight: 0.4), WeightedCount(2, weight: 0.3),
        WeightedCount(3, weight: 0.2), WeightedCount(4, weight: 0.1),
      ],
      "How often so many of them share a home", .assumed()),
    ScenarioField(
      ["population", "teamFraction"], \.population.teamFraction, .share, 0,
      "Share of the households that are a team: a manager, a coach, and athletes of 18 to 25 from "
        + "homes of their own, on the roster, who train at the same hours", .chosen),
    ScenarioField(
      ["population", "athletesPerTeam"], \.population.athletesPerTeam, .counts(1...40),
      [
        WeightedCount(8, weight: 0.2), WeightedCount(12, weight: 0.4),
        WeightedCount(16, weight: 0.3), WeightedCount(24, weight: 0.1),
      ],
      "How often a team has so many athletes", .assumed()),
  ]

  /// Who is older than whom, and how much.
  private static let ageFields: [ScenarioField] = [
    ScenarioField(
      ["population", "childAgeYearsMin"], \.population.childAgeYearsMin, .whole(5...18), 5,
      "Age of the youngest children on the first day", .product("children are 5 to 18")),
    ScenarioField(
      ["population", "childAgeYearsMax"], \.population.childAgeYearsMax, .whole(5...18), 17,
      "Age of the oldest children on the first day", .product("children are 5 to 18")),
    ScenarioField(
      ["population", "childLogsFromAgeYears"], \.population.childLogsFromAgeYears,
      .whole(5...19), 10,
      "Age from which parents switch on that a child may log for itself; 19 is never",
      .assumed("FAM-3 leaves it to the parents")),
    ScenarioField(
      ["population", "parentAtBirthYearsMedian"], \.population.parentAtBirthYearsMedian,
      .real(18...45), 27.5,
      "Age below which half of the mothers had their eldest child at home; parents were 18 to 45 at "
        + "each birth, and grandparents, of whom the same is said, 20 to 45",
      .published("the mean of first births of 2023, National Vital Statistics Reports 74-9")),
    ScenarioField(
      ["population", "parentAtBirthYearsDeviation"], \.population.parentAtBirthYearsDeviation,
      .real(0...20), 6, "The standard deviation of that",
      .assumed("a tenth are under 20 by it, and 8.7 % of first births were")),
    ScenarioField(
      ["population", "sameSexCoupleFraction"], \.population.sameSexCoupleFraction, .share, 0.014,
      "Share of the couples, with children and without, who are two women or two men",
      .published("1.0 of 70.4 million couples, Current Population Survey 2019, Census Bureau")),
    ScenarioField(
      ["population", "coupleYearsMedian"], \.population.coupleYearsMedian, .real(0...20), 1.7,
      "Years by which half of the men are older, at least, than the woman they live with",
      .published("by 3 or more in 40 %, she in 10 % of couples; Pew Research Center 2024")),
    ScenarioField(
      ["population", "coupleYearsDeviation"], \.population.coupleYearsDeviation, .real(0...20),
      3.3, "The standard deviation of that, which is also that of two women or two men",
      .published("at most 2 years apart are 51 % of couples; Pew Research Center 2024")),
  ]

  private static let deviceCountFields: [ScenarioField] = [
    ScenarioField(
      ["population", "devicesPerAdult"], \.population.devicesPerAdult, .counts(1...3),
      [
        WeightedCount(1, weight: 0.45), WeightedCount(2, weight: 0.4),
        WeightedCount(3, weight: 0.15),
      ],
      "How often an adult uses so many devices", .assumed()),
    ScenarioField(
      ["population", "devicesPerChild"], \.population.devicesPerChild, .counts(1...3),
      [
        WeightedCount(1, weight: 0.85), WeightedCount(2, weight: 0.13),
        WeightedCount(3, weight: 0.02),
      ],
      "How often a child that logs for itself uses so many devices", .assumed()),
    ScenarioField(
      ["population", "sharedTabletFraction"], \.population.sharedTabletFraction, .share, 0,
      "Share of the families where the second device of the first who has two is a tablet of all",
      .chosen),
    ScenarioField(
      ["population", "sharedTabletSessionProbability"], \.population.sharedTabletSessionProbability,
      .share,
      0.25, "Share of their sessions for which the others sign in on it", .assumed()),
  ]

  private static let arrivalFields: [ScenarioField] = [
    ScenarioField(
      ["population", "zones"], \.population.zones, .zones,
      [
        WeightedZone("America/New_York", weight: 0.48),
        WeightedZone("America/Chicago", weight: 0.29),
        WeightedZone("America/Denver", weight: 0.07),
        WeightedZone("America/Los_Angeles", weight: 0.16),
      ],
      "Time zones in which households live", .assumed("roughly the people of the United States")),
    ScenarioField(
      ["population", "joinDaysSpread"], \.population.joinDaysSpread, .whole(0...365), 30,
      "Days over which people join, from the first; 0 lets all of them join on the first day",
      .assumed()),
    ScenarioField(
      ["population", "signUpGrowth"], \.population.signUpGrowth, .real(0.01...100), 1,
      "How many times as many join on the last of those days as on the first; 1 is as many on each",
      .chosen),
    ScenarioField(
      ["population", "friendInvitedFraction"], \.population.friendInvitedFraction, .share, 0,
      "Share of the households whom friends of their community bring to join within a week of "
        + "them, if they would not have come before", .chosen),
    ScenarioField(
      ["population", "laterJoinerFraction"], \.population.laterJoinerFraction, .share, 0,
      "Share of the grown-ups beside the first of a household who join it later, on an invitation "
        + "and with a phone alone", .chosen),
    ScenarioField(
      ["population", "laterJoinDelayDaysMedian"], \.population.laterJoinDelayDaysMedian,
      .real(0.1...365), 4,
      "How many days later; log-normal, with a sigma of 1", .assumed()),
    ScenarioField(
      ["population", "platforms"], \.population.platforms,
      .names(Platform.allCases.map(\.rawValue)),
      [
        WeightedName("ios", weight: 0.4), WeightedName("android", weight: 0.45),
        WeightedName("web", weight: 0.15),
      ],
      "How often somebody's app runs on a platform; nothing else hangs on it",
      .product("Personal Coach")),
    ScenarioField(
      ["population", "organicFraction"], \.population.organicFraction, .share, 0.25,
      "The share of households that no campaign brought; nothing else hangs on it",
      .product("Personal Coach")),
  ]

  /// How long hands take. No screens are simulated: what a figure says of that is this model.
  private static let handFields: [ScenarioField] = [
    ScenarioField(
      ["population", "launchMilliseconds"], \.population.launchMilliseconds, .whole(0...60_000),
      900, "From touching the app's sign to a screen that can be used", .assumed()),
    ScenarioField(
      ["population", "tapMilliseconds"], \.population.tapMilliseconds, .whole(1...60_000), 950,
      "The median of finding the next thing to touch, and touching it",
      .assumed("less than the 1.35 s to think and 1.1 s to point of Card, Moran and Newell 1983")),
    ScenarioField(
      ["population", "tapSigma"], \.population.tapSigma, .real(0...2), 0.25,
      "How unlike people are in that; log-normal", .assumed()),
    ScenarioField(
      ["population", "tapsForWater"], \.population.tapsForWater, .whole(1...20), 2,
      "Touches from the first screen to a drink that is logged", .assumed()),
    ScenarioField(
      ["population", "tapsForHabit"], \.population.tapsForHabit, .whole(1...20), 1,
      "Touches from the first screen to a habit that is marked", .assumed()),
  ]
}
