// No source was found for how often families do these things in one app, so all of it is assumed.

extension Scenario {
  static let activityFields = familyFields + calendarFields + healthFields + foodFields

  private static let familyFields: [ScenarioField] = [
    ScenarioField(
      ["activities", "profileFraction"], \.activities.profileFraction, .share, 0.6,
      "Share of people whose profile has sex, weight and height, which gives them targets",
      .assumed()),
    ScenarioField(
      ["activities", "sportFraction"], \.activities.sportFraction, .share, 0.7,
      "Share of children who play a sport, with a practice twice a week", .assumed()),
    ScenarioField(
      ["activities", "attendanceProbability"], \.activities.attendanceProbability, .share, 0.85,
      "Share of practices that a child attends", .assumed()),
    ScenarioField(
      ["activities", "dutyClaimProbability"], \.activities.dutyClaimProbability, .share, 0.5,
      "Probability that a parent claims a free ride in a day's first session", .assumed()),
    ScenarioField(
      ["activities", "occurrenceChangeProbability"], \.activities.occurrenceChangeProbability,
      .share, 0.04,
      "Share of practices that are canceled or moved", .assumed()),
    ScenarioField(
      ["activities", "goalFraction"], \.activities.goalFraction, .share, 0.5,
      "Share of children who play a sport and have a goal of attending it", .assumed()),
    ScenarioField(
      ["activities", "rewardFraction"], \.activities.rewardFraction, .share, 0.4,
      "Share of families that offer a reward for points", .assumed()),
    ScenarioField(
      ["activities", "courseFraction"], \.activities.courseFraction, .share, 0.4,
      "Share of children whose schoolwork is tracked, one item a week", .assumed()),
    ScenarioField(
      ["activities", "taskDoneProbability"], \.activities.taskDoneProbability, .share, 0.8,
      "Share of that schoolwork that is done", .assumed()),
    ScenarioField(
      ["activities", "assignedWorkoutDoneProbability"], \.activities.assignedWorkoutDoneProbability,
      .share, 0.87,
      "Share of the workouts assigned by a coach that are done, among those seen in time",
      .assumed("above the target lk.coach_workouts")),
    ScenarioField(
      ["activities", "groupsRequireFriends"], \.activities.groupsRequireFriends, .flag, false,
      "Whether a person joins a group only if a friend, or a friend of a friend, is in it; "
        + "otherwise all neighbors are invited", .chosen),
    ScenarioField(
      ["activities", "workoutProbability"], \.activities.workoutProbability, .share, 0.3,
      "Share of an adult's active days with a workout", .assumed()),
    ScenarioField(
      ["activities", "templateFraction"], \.activities.templateFraction, .share, 0.2,
      "Share of adults who train by a template, twice a week", .assumed()),
    ScenarioField(
      ["activities", "groupMemberFraction"], \.activities.groupMemberFraction, .share, 0.3,
      "Share of adults who join a group of their community", .assumed()),
    ScenarioField(
      ["activities", "randomCommandProbability"], \.activities.randomCommandProbability, .share,
      0.05,
      "Share of a person's active days with one of the many occasional commands", .assumed()),
    ScenarioField(
      ["activities", "notifiedFamilyFraction"], \.activities.notifiedFamilyFraction, .share, 0.01,
      "Share of families for which the server works out notifications, which is expensive",
      .assumed()),
  ]

  private static let calendarFields: [ScenarioField] = [
    ScenarioField(
      ["activities", "calendarLinkFraction"], \.activities.calendarLinkFraction, .share, 0.15,
      "Share of families with a sport that link their schedule to an external calendar",
      .assumed()),
    ScenarioField(
      ["activities", "calendarModes"], \.activities.calendarModes,
      .names(["realTime", "hourly", "daily", "manual"]),
      [
        WeightedName("realTime", weight: 0.5), WeightedName("hourly", weight: 0.2),
        WeightedName("daily", weight: 0.2), WeightedName("manual", weight: 0.1),
      ],
      "Weights of the modes of such a link: how often it exchanges, or only on request",
      .assumed()),
    ScenarioField(
      ["activities", "calendarEditsPerWeek"], \.activities.calendarEditsPerWeek, .real(0...14), 2,
      "Edits a week that people make in the external calendar itself", .assumed()),
    ScenarioField(
      ["activities", "calendarSyncRequestProbability"], \.activities.calendarSyncRequestProbability,
      .share, 0.2,
      "Probability that a parent requests an exchange with the calendar in a day's first "
        + "session", .assumed()),
    ScenarioField(
      ["activities", "calendarDisconnectProbability"], \.activities.calendarDisconnectProbability,
      .share,
      0.01,
      "Probability that a parent disconnects the calendar in a day's first session; it is "
        + "connected again on a later day", .assumed()),
    ScenarioField(
      ["activities", "calendarRestoreProbability"], \.activities.calendarRestoreProbability, .share,
      0.05,
      "Probability that a parent of such a family restores the next canceled practice in a "
        + "day's first session", .assumed()),
  ]

  private static let healthFields: [ScenarioField] = [
    ScenarioField(
      ["activities", "healthStoreFraction"], \.activities.healthStoreFraction, .share, 0.3,
      "Share of adults whose phone has a health store with their workouts", .assumed()),
    ScenarioField(
      ["activities", "healthRecordedProbability"], \.activities.healthRecordedProbability, .share,
      0.6,
      "Share of the workouts logged by hand that the health store has as well", .assumed()),
    ScenarioField(
      ["activities", "healthOnlyProbability"], \.activities.healthOnlyProbability, .share, 0.15,
      "Share of an adult's days with a workout that only the health store has", .assumed()),
    ScenarioField(
      ["activities", "healthChangeProbability"], \.activities.healthChangeProbability, .share, 0.08,
      "Share of the health store's workouts that are later corrected or deleted there", .assumed()),
  ]

  private static let foodFields: [ScenarioField] = [
    ScenarioField(
      ["activities", "diningHallFraction"], \.activities.diningHallFraction, .share, 0.1,
      "Share of people who log every other meal from the menu of a dining hall", .assumed()),
    ScenarioField(
      ["activities", "photoFraction"], \.activities.photoFraction, .share, 0.05,
      "Share of people who have a photo of every other meal analyzed", .assumed()),
  ]
}
