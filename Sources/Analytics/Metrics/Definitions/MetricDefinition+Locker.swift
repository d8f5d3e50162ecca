// The figures of the Locker, the product for teams.
extension MetricDefinition {
  static let locker: [MetricDefinition] = [
    MetricDefinition(
      "lk.dau", "Athletes: daily active", of: "person-days", .dailyActiveAthletes,
      target: 0.80,
      words: """
        Days on which an enrolled person of those who train did at least one core action, of all \
        days on which one was enrolled and had not left: a family's children and athletes of a \
        roster.
        """),
    MetricDefinition(
      "lk.checkin", "Athletes: days checked in", of: "person-days", .checkIns, target: 0.70,
      words: """
        Days with a check-in, of the days on which an athlete was enrolled.
        """),
    MetricDefinition(
      "lk.meals", "Athletes: meals a day", .mean, of: "person-days", .perAthleteDay(.meals),
      target: 2,
      words: """
        Meals logged for an athlete, of the days on which they were enrolled.
        """),
    MetricDefinition(
      "lk.water", "Athletes: waters a day", .mean, of: "person-days", .perAthleteDay(.waters),
      target: 3,
      words: """
        Drinks logged for an athlete, of the days on which they were enrolled.
        """),
    MetricDefinition(
      "lk.crash_free", "Athletes: sessions without a crash", of: "sessions", .crashFreeAthletes,
      target: 0.995, isObserved: false,
      words: """
        Sessions of athletes on enrolled days whose app nothing but its user has ended, of all \
        of theirs.
        """),
    // Only scenarios with coaches have any to complete, so it is for these to set the target.
    MetricDefinition(
      "lk.coach_workouts", "Athletes: assigned workouts completed", of: "workouts due",
      .assignedWorkouts,
      words: """
        Of the workouts that somebody assigned to those who train and that were due by the run's \
        last day, those that they completed; withdrawn ones do not count. People say both on \
        their devices, and the server knows what it took in. The product wants 85 %, which \
        scenarios with coaches set as their target.
        """),
    MetricDefinition(
      "lk.water_seconds", "Seconds to log a drink (modeled)",
      .scaled(times: 1, over: 1_000), of: "drinks", .waterTime, target: 3, comparison: .atMost,
      isObserved: false,
      words: """
        Seconds from opening the app to a drink that is logged, once for each that those who \
        train logged on enrolled days. No screens are simulated: the times are those of the \
        scenario's model of hands.
        """),
  ]
}
