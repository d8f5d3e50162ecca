import Metrics

extension Scenario {
  static let populationFields =
    whoFields + ageFields + deviceCountFields + arrivalFields + handFields

  private static let whoFields: [ScenarioField] = [
    ScenarioField(
      ["population", "householdsPerCommunity"], \.population.householdsPerCommunity,
      .whole(1...200), 8,
      "Households in one community, the unit that is simulated on its own", .chosen),
    ScenarioField(
      ["population", "parentsPerHousehold"], \.population.parentsPerHousehold, .counts(1...2),
      [WeightedCount(1, weight: 0.25), WeightedCount(2, weight: 0.75)],
      "Weights of the numbers of parents in a household", .assumed()),
    ScenarioField(
      ["population", "childrenPerHousehold"], \.population.childrenPerHousehold, .counts(0...4),
      [
        WeightedCount(0, weight: 0.2), WeightedCount(1, weight: 0.3),
        WeightedCount(2, weight: 0.32), WeightedCount(3, weight: 0.13),
        WeightedCount(4, weight: 0.05),
      ],
      "Weights of the numbers of children in a household", .assumed()),
    ScenarioField(
      ["population", "observersPerHousehold"], \.population.observersPerHousehold, .counts(0...4),
      [WeightedCount(0, weight: 1)],
      "Weights of the numbers of grandparents who are observers in a household with children",
      .chosen),
    ScenarioField(
      ["population", "coachFraction"], \.population.coachFraction, .share, 0,
      "Share of the households with children where a coach is a member, with a roster of the "
        + "children aged 13 and over, who become athletes", .chosen),
    ScenarioField(
      ["population", "studentHomeFraction"], \.population.studentHomeFraction, .share, 0,
      "Share of the households other than teams that are students aged 18 to 25 living together",
      .chosen),
    ScenarioField(
      ["population", "studentsPerHome"], \.population.studentsPerHome, .counts(1...6),
      [
        WeightedCount(1, weight: 0.4), WeightedCount(2, weight: 0.3),
        WeightedCount(3, weight: 0.2), WeightedCount(4, weight: 0.1),
      ],
      "Weights of the numbers of students in a shared home", .assumed()),
    ScenarioField(
      ["population", "teamFraction"], \.population.teamFraction, .share, 0,
      "Share of the households that are a team: a manager, a coach, and athletes aged 18 to 25 "
        + "from their own homes, on the roster, who train at the same hours", .chosen),
    ScenarioField(
      ["population", "athletesPerTeam"], \.population.athletesPerTeam, .counts(1...40),
      [
        WeightedCount(8, weight: 0.2), WeightedCount(12, weight: 0.4),
        WeightedCount(16, weight: 0.3), WeightedCount(24, weight: 0.1),
      ],
      "Weights of the numbers of athletes in a team", .assumed()),
  ]

  /// The ages of the members of a household.
  private static let ageFields: [ScenarioField] = [
    ScenarioField(
      ["population", "childAgeYearsMin"], \.population.childAgeYearsMin, .whole(5...18), 5,
      "Age of the youngest children on the first day, in years", .product("children are 5 to 18")),
    ScenarioField(
      ["population", "childAgeYearsMax"], \.population.childAgeYearsMax, .whole(5...18), 17,
      "Age of the oldest children on the first day, in years", .product("children are 5 to 18")),
    ScenarioField(
      ["population", "childLogsFromAgeYears"], \.population.childLogsFromAgeYears,
      .whole(5...19), 10,
      "Age in years from which parents allow a child to log for itself; 19 means never",
      .assumed("FAM-3 leaves it to the parents")),
    ScenarioField(
      ["population", "parentAtBirthYearsMedian"], \.population.parentAtBirthYearsMedian,
      .real(18...45), 27.5,
      "Median age in years of mothers at the birth of their eldest child at home; parents were "
        + "18 to 45 at each birth, and grandparents, who have the same median, 20 to 45",
      .published("the mean of first births of 2023, National Vital Statistics Reports 74-9")),
    ScenarioField(
      ["population", "parentAtBirthYearsDeviation"], \.population.parentAtBirthYearsDeviation,
      .real(0...20), 6,
      "Standard deviation of that age in years",
      .assumed("a tenth are under 20 by it, and 8.7 % of first births were")),
    ScenarioField(
      ["population", "sameSexCoupleFraction"], \.population.sameSexCoupleFraction, .share, 0.014,
      "Share of the couples, with and without children, who are two women or two men",
      .published("1.0 of 70.4 million couples, Current Population Survey 2019, Census Bureau")),
    ScenarioField(
      ["population", "coupleYearsMedian"], \.population.coupleYearsMedian, .real(0...20), 1.7,
      "Median number of years by which a man is older than the woman he lives with",
      .published("by 3 or more in 40 %, she in 10 % of couples; Pew Research Center 2024")),
    ScenarioField(
      ["population", "coupleYearsDeviation"], \.population.coupleYearsDeviation, .real(0...20),
      3.3,
      "Standard deviation of that number in years, which is also that of two women or two men",
      .published("at most 2 years apart are 51 % of couples; Pew Research Center 2024")),
  ]

  private static let deviceCountFields: [ScenarioField] = [
    ScenarioField(
      ["population", "devicesPerAdult"], \.population.devicesPerAdult, .counts(1...3),
      [
        WeightedCount(1, weight: 0.45), WeightedCount(2, weight: 0.4),
        WeightedCount(3, weight: 0.15),
      ],
      "Weights of the numbers of devices that an adult uses", .assumed()),
    ScenarioField(
      ["population", "devicesPerChild"], \.population.devicesPerChild, .counts(1...3),
      [
        WeightedCount(1, weight: 0.85), WeightedCount(2, weight: 0.13),
        WeightedCount(3, weight: 0.02),
      ],
      "Weights of the numbers of devices used by a child that logs for itself", .assumed()),
    ScenarioField(
      ["population", "sharedTabletFraction"], \.population.sharedTabletFraction, .share, 0,
      "Share of the families where the second device of the first person with two is a tablet "
        + "shared by all", .chosen),
    ScenarioField(
      ["population", "sharedTabletSessionProbability"], \.population.sharedTabletSessionProbability,
      .share,
      0.25,
      "Share of the other members' sessions for which they sign in on the tablet", .assumed()),
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
      "Time zones of the households, with weights",
      .assumed("roughly the people of the United States")),
    ScenarioField(
      ["population", "joinDaysSpread"], \.population.joinDaysSpread, .whole(0...365), 30,
      "Days over which people join, from the first; with 0 all of them join on the first day",
      .assumed()),
    ScenarioField(
      ["population", "signUpGrowth"], \.population.signUpGrowth, .real(0.01...100), 1,
      "Ratio of the people who join on the last of those days to those on the first; 1 means "
        + "the same number each day", .chosen),
    ScenarioField(
      ["population", "friendInvitedFraction"], \.population.friendInvitedFraction, .share, 0,
      "Share of the households that friends of their community bring to join within a week of "
        + "them, if they had not joined before", .chosen),
    ScenarioField(
      ["population", "laterJoinerFraction"], \.population.laterJoinerFraction, .share, 0,
      "Share of the adults other than the first of a household who join it later, by "
        + "invitation and with only a phone", .chosen),
    ScenarioField(
      ["population", "laterJoinDelayDaysMedian"], \.population.laterJoinDelayDaysMedian,
      .real(0.1...365), 4,
      "Median number of days by which they join later; log-normal with a sigma of 1", .assumed()),
    ScenarioField(
      ["population", "platforms"], \.population.platforms,
      .names(Platform.allCases.map(\.rawValue)),
      [
        WeightedName("ios", weight: 0.4), WeightedName("android", weight: 0.45),
        WeightedName("web", weight: 0.15),
      ],
      "Weights of the platforms that people's apps run on; nothing else depends on it",
      .product("Personal Coach")),
    ScenarioField(
      ["population", "organicFraction"], \.population.organicFraction, .share, 0.25,
      "Share of the households that did not come from a campaign; nothing else depends on it",
      .product("Personal Coach")),
  ]

  /// How long interactions take. No screens are simulated, so metrics of them rest on this model.
  private static let handFields: [ScenarioField] = [
    ScenarioField(
      ["population", "launchMilliseconds"], \.population.launchMilliseconds, .whole(0...60_000),
      900,
      "Milliseconds from tapping the app's icon to a usable screen", .assumed()),
    ScenarioField(
      ["population", "tapMilliseconds"], \.population.tapMilliseconds, .whole(1...60_000), 950,
      "Median milliseconds to find the next control and tap it",
      .assumed("less than the 1.35 s to think and 1.1 s to point of Card, Moran and Newell 1983")),
    ScenarioField(
      ["population", "tapSigma"], \.population.tapSigma, .real(0...2), 0.25,
      "How much people differ in that: sigma of a log-normal factor", .assumed()),
    ScenarioField(
      ["population", "tapsForWater"], \.population.tapsForWater, .whole(1...20), 2,
      "Taps from the first screen to a logged drink", .assumed()),
    ScenarioField(
      ["population", "tapsForHabit"], \.population.tapsForHabit, .whole(1...20), 1,
      "Taps from the first screen to a marked habit", .assumed()),
  ]
}
