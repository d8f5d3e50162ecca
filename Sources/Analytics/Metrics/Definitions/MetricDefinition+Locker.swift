// The metrics of the Locker, the product for teams.
extension MetricDefinition {
  static let locker: [MetricDefinition] = [
    MetricDefinition(
      "lk.dau", "Athletes: daily active", of: "person-days", .dailyActiveAthletes,
      target: 0.80, among: .athletes,
      origin: .emergent,
      definition: """
        Days on which enrolled people who train did at least one core action, of all days on which \
        they were enrolled: from joining until leaving. People who train are the children of \
        families and the athletes of rosters.
        """),
    MetricDefinition(
      "lk.checkin", "Athletes: days with a check-in", of: "person-days", .checkIns, target: 0.70,
      among: .athletes,
      origin: .emergent,
      definition: """
        Enrolled days of athletes with a check-in, of all their enrolled days.
        """),
    MetricDefinition(
      "lk.meals", "Athletes: meals per day", .mean, of: "person-days", .perAthleteDay(.meals),
      target: 2, among: .athletes,
      origin: .emergent,
      definition: """
        Meals logged for athletes, per enrolled day.
        """),
    MetricDefinition(
      "lk.water", "Athletes: drinks per day", .mean, of: "person-days", .perAthleteDay(.waters),
      target: 3, among: .athletes,
      origin: .emergent,
      definition: """
        Drinks logged for athletes, per enrolled day.
        """),
    MetricDefinition(
      "lk.crash_free", "Athletes: sessions without a crash", of: "sessions", .crashFreeAthletes,
      target: 0.995, isObserved: false, among: .athletes,
      origin: .assumed("installs.crashProbability is the share of sessions"),
      definition: """
        Sessions of athletes in which the app did not crash, of all their sessions on enrolled \
        days.
        """),
    // Only scenarios with coaches have assigned workouts, so these scenarios set the target.
    MetricDefinition(
      "lk.coach_workouts", "Athletes: assigned workouts completed", of: "workouts due",
      .assignedWorkouts, among: .athletes,
      origin: .assumed(
        "activities.assignedWorkoutDoneProbability is the share, among "
          + "those seen in time"),
      definition: """
        Workouts that athletes completed, of all workouts that were assigned to them and due by \
        the run's last day, without withdrawn ones. The observed side counts what the server \
        accepted of both. The product wants 85 %, which scenarios with coaches set as their \
        target.
        """),
    MetricDefinition(
      "lk.water_seconds", "Seconds to log a drink (modeled)",
      .scaled(times: 1, over: 1_000), of: "drinks", .waterTime, target: 3, comparison: .atMost,
      isObserved: false, among: .athletes,
      origin: .modeled(
        "population.launchMilliseconds and population.tapMilliseconds times "
          + "the number of taps"),
      definition: """
        Seconds from opening the app to logging a drink, averaged over the drinks that athletes \
        logged on enrolled days. No screens are simulated: the times come from the scenario's \
        model of launches and taps.
        """),
  ]
}
