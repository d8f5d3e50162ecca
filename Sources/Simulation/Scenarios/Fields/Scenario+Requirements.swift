// Which parameters have an effect only while others have certain values. Tests of Simulator change
// each of these parameters while its requirement does not hold, and expect the same run.

extension ScenarioRequirement {
  /// The requirements of the parameter at a path.
  static func all(of path: String) -> [ScenarioRequirement] {
    var places = placesByPath[path] ?? []
    for (pattern, place) in patterns where pattern.covers(path) && !places.contains(place) {
      places.append(place)
    }
    places.sort()
    return places.map { table[$0].need }
  }

  /// By path, the places in the table that name it itself.
  private static let placesByPath: [String: [Int]] = {
    var places: [String: [Int]] = [:]
    for (place, entry) in table.enumerated() {
      for path in entry.paths where !path.hasSuffix(".*") {
        places[path, default: []].append(place)
      }
    }
    return places
  }()

  /// The patterns that name several paths, with their places in the table.
  private static let patterns: [(pattern: Pattern, place: Int)] = table.enumerated().flatMap {
    (place, entry) in
    entry.paths.compactMap { Pattern($0) }.map { ($0, place) }
  }

  /// All parameters of a group, as `homes.*` names them. The switch of a group is not one of its
  /// parameters.
  private struct Pattern {
    /// `homes.`
    let prefix: String
    /// `homes.enabled`
    let exception: String

    /// Nil for the path of one parameter.
    init?(_ text: String) {
      guard text.hasSuffix(".*") else { return nil }
      prefix = String(text.dropLast())
      exception = prefix + "enabled"
    }

    func covers(_ path: String) -> Bool { path.hasPrefix(prefix) && path != exception }
  }

  /// Whether `homes.*` or `homes.tripsPerYear` names the path.
  static func covers(_ text: String, _ path: String) -> Bool {
    Pattern(text)?.covers(path) ?? (text == path)
  }

  static let table: [(need: ScenarioRequirement, paths: [String])] =
    groups + people + homes + reactions + activities + faults

  /// Groups with a switch of their own.
  private static let groups: [(need: ScenarioRequirement, paths: [String])] = [
    (
      ScenarioRequirement(.on("lifecycle.enabled")),
      [
        "lifecycle.*", "homes.openLogitDayDeviation", "homes.openLogitWeekDeviation",
        "homes.tripsPerYear", "homes.tripDaysMax", "homes.openLogitAway", "homes.illnessesPerYear",
        "homes.illnessDaysMax", "homes.openLogitIll", "homes.openLogitHouseholdActive",
        "homes.returnFactorHouseholdActive", "reactions.*", "interventions.*",
        "rhythm.openLogitSeason", "rhythm.openLogitHoliday", "rhythm.openLogitExams",
        "rhythm.openLogitTerm", "rhythm.openLogitMatchDay", "rhythm.openLogitSeasonEnd",
        "rhythm.schools",
      ]
    ),
    // Without lapses people only leave, at another rate, and habits grow as fast in everyone.
    (
      ScenarioRequirement(.off("lifecycle.enabled")),
      [
        "behavior.leaveHazardDaily", "behavior.leaveHazardFactorEarly",
        "behavior.habitGainFraction",
      ]
    ),
    (
      ScenarioRequirement(.on("lifecycle.enabled"), .on("levels.enabled")),
      ["homes.traitHouseholdVarianceFraction"]
    ),
    // Only people with traits have a persona.
    (
      ScenarioRequirement(
        .on("lifecycle.enabled"), .on("levels.enabled"), .on("rhythm.enabled")),
      ["personas.*", "behavior.habitDoneLogitDeviation"]
    ),
    (ScenarioRequirement(.on("levels.enabled")), ["levels.*"]),
    (ScenarioRequirement(.on("rhythm.enabled")), ["rhythm.*"]),
    (ScenarioRequirement(.on("reasons.enabled")), ["reasons.*"]),
    (
      ScenarioRequirement(.on("experiments.unrelatedDraw")),
      ["experiments.unrelatedDrawHousehold"]
    ),
  ]

  private static let people: [(need: ScenarioRequirement, paths: [String])] = [
    (
      ScenarioRequirement(.some("population.studentHomeFraction")),
      ["population.studentsPerHome", "personas.students"]
    ),
    (ScenarioRequirement(.some("population.teamFraction")), ["population.athletesPerTeam"]),
    (
      ScenarioRequirement(.some("population.sharedTabletFraction")),
      ["population.sharedTabletSessionProbability"]
    ),
    (
      ScenarioRequirement(.some("population.laterJoinerFraction")),
      ["population.laterJoinDelayDaysMedian"]
    ),
    (ScenarioRequirement(.some("population.joinDaysSpread")), ["population.signUpGrowth"]),
    (
      ScenarioRequirement(.some("behavior.leaveHazardDaily")), ["behavior.leaveHazardFactorEarly"]
    ),
    (
      ScenarioRequirement(.some("behavior.mealsPerActiveDayMean")),
      [
        "behavior.favoriteMealProbability", "activities.diningHallFraction",
        "activities.photoFraction", "levels.appetiteSigma", "levels.appetiteWeekSigma",
      ]
    ),
    (
      ScenarioRequirement(.some("behavior.watersPerActiveDayMean")),
      ["behavior.waterOuncesMedian", "levels.thirstSigma"]
    ),
    (
      ScenarioRequirement(.some("behavior.checkInProbability")),
      [
        "levels.wellnessMean", "levels.wellnessDeviation", "levels.wellnessWeekDeviation",
        "levels.wellnessDayDeviation", "levels.wellnessIll",
      ]
    ),
    (
      ScenarioRequirement(.some("behavior.habitDoneProbability")),
      ["behavior.habitUndoProbability", "behavior.bulkCompletionProbability"]
    ),
    (
      ScenarioRequirement(.some("contention.contendedSessionProbability")),
      [
        "contention.actionsPerSessionMax", "contention.simultaneousKinds",
        "contention.daysPerSubject", "contention.transactionProbability",
      ]
    ),
  ]

  private static let homes: [(need: ScenarioRequirement, paths: [String])] = [
    (
      ScenarioRequirement(.some("homes.tripsPerYear")),
      ["homes.tripDaysMax", "homes.openLogitAway"]
    ),
    (
      ScenarioRequirement(.some("homes.illnessesPerYear")),
      ["homes.illnessDaysMax", "homes.openLogitIll", "levels.wellnessIll"]
    ),
    (
      ScenarioRequirement(.some("lifecycle.lapseHazardFirst")),
      ["lifecycle.lapseDaysScale", "lifecycle.lapsePower"]
    ),
    (
      ScenarioRequirement(.some("lifecycle.returnHazardFirst")),
      [
        "lifecycle.returnDaysScale", "lifecycle.returnPower", "lifecycle.returnFactorFreshStart",
        "homes.returnFactorHouseholdActive", "lifecycle.noveltyOnReturnFraction",
      ]
    ),
    (
      ScenarioRequirement(
        .some("lifecycle.openLogitStreakLoss"), .not(1, "lifecycle.lapseFactorStreakLoss")),
      ["lifecycle.streakLossHalfLifeDays"]
    ),
  ]

  private static let reactions: [(need: ScenarioRequirement, paths: [String])] = [
    (
      ScenarioRequirement(
        .some("reactions.promptsPerWeek"), treatment("prompts")),
      [
        "reactions.promptLift", "reactions.promptHabituationFraction",
        "reactions.promptRecoveryFraction", "reactions.promptIrrelevantProbability",
        "reactions.promptOptOutProbability", "reactions.promptLapseFactor",
        "reactions.promptReturnFactor",
      ]
    ),
    (
      ScenarioRequirement(.some("reactions.promptIrrelevantProbability")),
      ["reactions.promptOptOutProbability", "reactions.promptLapseFactor"]
    ),
    (
      ScenarioRequirement(.some("reactions.groupTrainingLift")),
      ["reactions.groupBalanceFraction"]
    ),
    (
      ScenarioRequirement(
        .some("reactions.openLogitFrustration"), .not(1, "reactions.lapseFactorFrustration")),
      ["reactions.frustrationHalfLifeDays"]
    ),
    (
      ScenarioRequirement(.init(path: "interventions.treatment", rule: .isNotText("none"))),
      ["interventions.treatedFraction", "interventions.startDay"]
    ),
    (ScenarioRequirement(treatment("prompts")), ["interventions.promptsPerWeek"]),
    (
      ScenarioRequirement(treatment("invitations")),
      ["interventions.inviteAcceptProbability", "interventions.returnFactorInvited"]
    ),
    (ScenarioRequirement(treatment("rewards")), ["interventions.rewardFactor"]),
    (ScenarioRequirement(treatment("reminderTimes")), ["interventions.irrelevantPromptFactor"]),
  ]

  private static func treatment(_ name: String) -> Condition {
    Condition(path: "interventions.treatment", rule: .isText(name))
  }

  private static let activities: [(need: ScenarioRequirement, paths: [String])] = [
    (
      ScenarioRequirement(
        .some("activities.sportFraction"), .some("population.teamFraction")),
      [
        "activities.attendanceProbability", "activities.occurrenceChangeProbability",
        "activities.goalFraction", "activities.calendarLinkFraction",
      ]
    ),
    (ScenarioRequirement(.some("activities.courseFraction")), ["activities.taskDoneProbability"]),
    (
      ScenarioRequirement(
        .some("population.coachFraction"), .some("population.teamFraction")),
      ["activities.assignedWorkoutDoneProbability"]
    ),
    (
      ScenarioRequirement(.some("activities.calendarLinkFraction")),
      [
        "activities.calendarModes", "activities.calendarEditsPerWeek",
        "activities.calendarSyncRequestProbability", "activities.calendarDisconnectProbability",
        "activities.calendarRestoreProbability", "network.calendarFailureProbability",
        "network.calendarRequestsPerMinuteMax", "network.calendarTokensExpiredPerWeek",
        "network.calendarSkewSecondsMax",
      ]
    ),
    (
      ScenarioRequirement(.some("activities.healthStoreFraction")),
      [
        "activities.healthRecordedProbability", "activities.healthOnlyProbability",
        "activities.healthChangeProbability", "network.healthStoreFailuresPerWeek",
      ]
    ),
    (
      ScenarioRequirement(
        .some("activities.diningHallFraction"), .some("activities.photoFraction")),
      ["network.catalogFailureProbability"]
    ),
  ]

  /// Faults whose strength matters only where they occur.
  private static let faults: [(need: ScenarioRequirement, paths: [String])] = [
    (
      ScenarioRequirement(.some("network.reorderProbability")),
      ["network.reorderDelayMillisecondsMax"]
    ),
    (
      ScenarioRequirement(.some("network.shortOfflinesPerDeviceWeek")),
      ["network.shortOfflineMinutesMedian", "network.shortOfflineSigma"]
    ),
    (
      ScenarioRequirement(.some("network.longOfflineDeviceFraction")),
      ["network.longOfflineDaysMax"]
    ),
    (ScenarioRequirement(.some("network.failoversPerYear")), ["network.failoverMinutesMax"]),
    (ScenarioRequirement(.some("network.outagesPerYear")), ["network.outageMinutesMax"]),
    (
      ScenarioRequirement(.some("network.captivePortalsPerDeviceWeek")),
      ["network.captivePortalMinutesMax"]
    ),
    (ScenarioRequirement(.some("clocks.skewedFraction")), ["clocks.skewSecondsMax"]),
    (ScenarioRequirement(.some("clocks.driftingFraction")), ["clocks.driftPartsPerMillionMax"]),
    (ScenarioRequirement(.some("clocks.jumpsPerDeviceYear")), ["clocks.jumpSecondsMax"]),
    (ScenarioRequirement(.some("clocks.travelsPerPersonYear")), ["clocks.travelDaysMax"]),
    (
      ScenarioRequirement(
        .some("installs.restoresPerDeviceYear"), .some("installs.clonesPerDeviceYear")),
      ["installs.backupDays"]
    ),
    (ScenarioRequirement(.some("installs.oldVersionFraction")), ["installs.updateDays"]),
    (
      ScenarioRequirement(.some("installs.storageFullPerDeviceYear")),
      ["installs.storageFullHoursMax"]
    ),
    (
      ScenarioRequirement(.init(path: "storage.kind", rule: .isText("sqlite"))),
      [
        "storage.powerCutsPerDeviceYear", "storage.diskFailuresPerDeviceYear",
        "storage.lyingSyncsPerDeviceYear", "storage.flippedBitsPerDeviceYear",
        "storage.misdirectedWritesPerDeviceYear", "storage.serverPowerCutsPerYear",
        "storage.serverDiskFailuresPerYear", "storage.secondProcessesPerDeviceYear",
        "storage.logFramesMax",
      ]
    ),
  ]
}
