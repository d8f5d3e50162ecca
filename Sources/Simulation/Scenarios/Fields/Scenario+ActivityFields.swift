// Nobody has published how often families do these things in one app, so all of it is assumed.

extension Scenario {
  static let activityFields = familyFields + calendarFields + healthFields + foodFields

  private static let familyFields: [ScenarioField] = [
    ScenarioField(
      ["activities", "profileFraction"], \.activities.profileFraction, .share, 0.6,
      "Share of people whose sex, weight and height are on profile, which gives them targets",
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
      "Share of practices that are cancelled or moved", .assumed()),
    ScenarioField(
      ["activities", "goalFraction"], \.activities.goalFraction, .share, 0.5,
      "Share of children who play a sport and have a goal of attending it", .assumed()),
    ScenarioField(
      ["activities", "rewardFraction"], \.activities.rewardFraction, .share, 0.4,
      "Share of families that offer a reward for points", .assumed()),
    ScenarioField(
      ["activities", "courseFraction"], \.activities.courseFraction, .share, 0.4,
      "Share of children whose schoolwork is kept, an item a week", .assumed()),
    ScenarioField(
      ["activities", "taskDoneProbability"], \.activities.taskDoneProbability, .share, 0.8,
      "Share of that schoolwork that is done", .assumed()),
    ScenarioField(
      ["activities", "assignedWorkoutDoneProbability"], \.activities.assignedWorkoutDoneProbability,
      .share, 0.87,
      "Share of the workouts that a coach has assigned that are done, of those seen in time",
      .assumed("above the target lk.coach_workouts")),
    ScenarioField(
      ["activities", "groupsRequireFriends"], \.activities.groupsRequireFriends, .flag, false,
      "Whether somebody joins a group only where a friend, or a friend of one, is in it; otherwise "
        + "all neighbors are asked", .chosen),
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
      "Share of a person's active days with one of the many things that are seldom done",
      .assumed()),
    ScenarioField(
      ["activities", "notifiedFamilyFraction"], \.activities.notifiedFamilyFraction, .share, 0.01,
      "Share of families whose notifications are worked out, which is dear", .assumed()),
  ]

  private static let calendarFields: [ScenarioField] = [
    ScenarioField(
      ["activities", "calendarLinkFraction"], \.activities.calendarLinkFraction, .share, 0.15,
      "Share of families with a sport that link their schedule to a calendar outside", .assumed()),
    ScenarioField(
      ["activities", "calendarModes"], \.activities.calendarModes,
      .names(["realTime", "hourly", "daily", "manual"]),
      [
        WeightedName("realTime", weight: 0.5), WeightedName("hourly", weight: 0.2),
        WeightedName("daily", weight: 0.2), WeightedName("manual", weight: 0.1),
      ],
      "How often such a link exchanges when it is due, or only when asked", .assumed()),
    ScenarioField(
      ["activities", "calendarEditsPerWeek"], \.activities.calendarEditsPerWeek, .real(0...14), 2,
      "Edits that people make in such a calendar itself in a week", .assumed()),
    ScenarioField(
      ["activities", "calendarSyncRequestProbability"], \.activities.calendarSyncRequestProbability,
      .share, 0.2,
      "Probability that a parent asks for an exchange in a day's first session", .assumed()),
    ScenarioField(
      ["activities", "calendarDisconnectProbability"], \.activities.calendarDisconnectProbability,
      .share,
      0.01,
      "Probability that a parent disconnects the calendar in a day's first session; it is connected "
        + "again on a later day", .assumed()),
    ScenarioField(
      ["activities", "calendarRestoreProbability"], \.activities.calendarRestoreProbability, .share,
      0.05,
      "Probability that a parent of such a family puts back the next practice that is cancelled, in a "
        + "day's first session", .assumed()),
  ]

  private static let healthFields: [ScenarioField] = [
    ScenarioField(
      ["activities", "healthStoreFraction"], \.activities.healthStoreFraction, .share, 0.3,
      "Share of adults whose phone has a health store with their workouts", .assumed()),
    ScenarioField(
      ["activities", "healthRecordedProbability"], \.activities.healthRecordedProbability, .share,
      0.6,
      "Share of the workouts they log by hand that the store has as well", .assumed()),
    ScenarioField(
      ["activities", "healthOnlyProbability"], \.activities.healthOnlyProbability, .share, 0.15,
      "Share of their days with a workout that the store alone has", .assumed()),
    ScenarioField(
      ["activities", "healthChangeProbability"], \.activities.healthChangeProbability, .share, 0.08,
      "Share of the store's workouts that are later corrected or deleted there", .assumed()),
  ]

  private static let foodFields: [ScenarioField] = [
    ScenarioField(
      ["activities", "diningHallFraction"], \.activities.diningHallFraction, .share, 0.1,
      "Share of people who log every other meal from the menu of a dining hall", .assumed()),
    ScenarioField(
      ["activities", "photoFraction"], \.activities.photoFraction, .share, 0.05,
      "Share of people who have a photograph of every other meal analysed", .assumed()),
  ]
}
