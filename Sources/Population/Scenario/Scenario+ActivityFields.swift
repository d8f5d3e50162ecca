// Nobody has published how often families do these things in one app, so all of it is assumed.

extension Scenario {
  static let activityFields: [ScenarioField] = [
    ScenarioField(
      ["activities", "profileShare"], \.activities.profileShare, .share, 0.6,
      "Share of people whose sex, weight and height are on profile, which gives them targets",
      .assumed()),
    ScenarioField(
      ["activities", "sportShare"], \.activities.sportShare, .share, 0.7,
      "Share of children who play a sport, with a practice twice a week", .assumed()),
    ScenarioField(
      ["activities", "attendedShare"], \.activities.attendedShare, .share, 0.85,
      "Share of practices that a child attends", .assumed()),
    ScenarioField(
      ["activities", "dutyClaimedShare"], \.activities.dutyClaimedShare, .share, 0.5,
      "Probability that a parent claims a free ride in a day's first session", .assumed()),
    ScenarioField(
      ["activities", "occurrenceChangedShare"], \.activities.occurrenceChangedShare, .share, 0.04,
      "Share of practices that are cancelled or moved", .assumed()),
    ScenarioField(
      ["activities", "goalShare"], \.activities.goalShare, .share, 0.5,
      "Share of children who play a sport and have a goal of attending it", .assumed()),
    ScenarioField(
      ["activities", "rewardShare"], \.activities.rewardShare, .share, 0.4,
      "Share of families that offer a reward for points", .assumed()),
    ScenarioField(
      ["activities", "courseShare"], \.activities.courseShare, .share, 0.4,
      "Share of children whose schoolwork is kept, an item a week", .assumed()),
    ScenarioField(
      ["activities", "taskDoneShare"], \.activities.taskDoneShare, .share, 0.8,
      "Share of that schoolwork that is done", .assumed()),
    ScenarioField(
      ["activities", "workoutShare"], \.activities.workoutShare, .share, 0.3,
      "Share of an adult's active days with a workout", .assumed()),
    ScenarioField(
      ["activities", "templateShare"], \.activities.templateShare, .share, 0.2,
      "Share of adults who train by a template, twice a week", .assumed()),
    ScenarioField(
      ["activities", "groupShare"], \.activities.groupShare, .share, 0.3,
      "Share of adults who join a group of their community", .assumed()),
    ScenarioField(
      ["activities", "whimShare"], \.activities.whimShare, .share, 0.05,
      "Share of a person's active days with one of the many things that are seldom done",
      .assumed()),
    ScenarioField(
      ["activities", "notifiedShare"], \.activities.notifiedShare, .share, 0.01,
      "Share of families whose notifications are worked out, which is dear", .assumed()),
  ]
}
