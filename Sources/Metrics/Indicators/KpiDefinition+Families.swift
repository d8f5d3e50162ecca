// The figures of the products for families, teams and groups.
extension KpiDefinition {
  static let champTrack: [KpiDefinition] = [
    KpiDefinition(
      "ct.retention.d1", "Families: retention, day 1", of: "people", .retention[1]),
    KpiDefinition(
      "ct.retention.d7", "Families: retention, day 7", of: "people", .retention[7]),
    KpiDefinition(
      "ct.retention.d30", "Families: retention, day 30", of: "people", .retention[30]),
    KpiDefinition(
      "ct.dau", "Families: daily active", of: "person-days", .dailyActive, target: 0.70),
    KpiDefinition(
      "ct.families_month1", "Families of month 1", .count, of: "families",
      .householdsOfMonth1),
    KpiDefinition(
      "ct.adoption.nutrition", "Ever logged a meal", of: "people", .everMeal),
    KpiDefinition(
      "ct.adoption.scheduling", "Ever used the schedule", of: "people", .everSchedule),
    KpiDefinition(
      "ct.adoption.goals", "Ever used goals", of: "people", .everGoal),
    KpiDefinition(
      "ct.adoption.rewards", "Ever used rewards", of: "people", .everReward),
    KpiDefinition(
      "ct.adoption.calendar", "Families with a linked calendar", of: "families",
      .householdsWithCalendar, isObserved: false),
    KpiDefinition(
      "ct.adoption.notifications", "Opened after a notification (proxy)",
      of: "notifications", .noticesOpened, isObserved: false),
    KpiDefinition(
      "ct.push_delivery", "Pushes that arrived", of: "pushes", .pushesArrived,
      isObserved: false),
    KpiDefinition(
      "ct.api_time", "Milliseconds until an answer", hundredthsToMilliseconds, of: "answers",
      .answerTime, isObserved: false),
    KpiDefinition(
      "ct.uptime", "Minutes with the server up", of: "person-minutes", .serverUp,
      target: 0.999),
    // 30 days and 100 families, in millionths of a dollar; a server knows its own bill.
    KpiDefinition(
      "ct.cost", "Dollars a month, 100 active families",
      .scaled(times: 3_000, over: 1_000_000), of: "active family-days", .familyCost, target: 150,
      comparison: .atMost),
  ]

  static let locker: [KpiDefinition] = [
    KpiDefinition(
      "lk.dau", "Athletes: daily active", of: "person-days", .dailyActiveAthletes,
      target: 0.80),
    KpiDefinition(
      "lk.checkin", "Athletes: days checked in", of: "person-days", .checkIns, target: 0.70),
    KpiDefinition(
      "lk.meals", "Athletes: meals a day", .mean, of: "person-days", .perAthleteDay(.meals),
      target: 2),
    KpiDefinition(
      "lk.water", "Athletes: waters a day", .mean, of: "person-days", .perAthleteDay(.waters),
      target: 3),
    KpiDefinition(
      "lk.crash_free", "Athletes: sessions without a crash", of: "sessions", .crashFreeAthletes,
      target: 0.995, isObserved: false),
    // Only scenarios with coaches have any to complete, so it is for these to set the target.
    KpiDefinition(
      "lk.coach_workouts", "Athletes: assigned workouts completed", of: "workouts due",
      .assignedWorkouts),
    KpiDefinition(
      "lk.water_seconds", "Seconds to log a drink (modelled)",
      .scaled(times: 1, over: 1_000), of: "drinks", .waterTime, target: 3, comparison: .atMost,
      isObserved: false),
  ]

  // Who joins a group is not who does not: these differences are associations.
  static let fitToday: [KpiDefinition] = [
    KpiDefinition(
      "ft.adoption", "Monthly active in a group", of: "people", .inGroup, target: 0.40),
    // A board is what the server says it is, so there is nothing to tell apart.
    KpiDefinition(
      "ft.group_4weeks", "Groups active 4 weeks in a row", of: "groups", .groupsOf4Weeks),
    KpiDefinition(
      "ft.retention30_uplift", "In groups: retention, day 30", .uplift, of: "people",
      .retention30(inGroup: true), against: .retention30(inGroup: false), target: 0.25),
    KpiDefinition(
      "ft.weekly_retention_uplift", "In groups: retention, week 2", .uplift, of: "people",
      .bracketRetention(7...13, inGroup: true),
      against: .bracketRetention(7...13, inGroup: false), target: 0.30),
    KpiDefinition(
      "ft.workouts_uplift", "In groups: more workouts a week", .difference(per: 7),
      of: "person-days", .workouts(inGroup: true), against: .workouts(inGroup: false),
      target: 2),
    KpiDefinition(
      "ft.invite_conversion", "Invited people who joined a group", of: "people", .invited,
      isObserved: false),
    KpiDefinition(
      "ft.board_latency", "Seconds until a board shows news", .scaled(times: 1, over: 10),
      of: "times shown", .groupNewsTime, target: 5, comparison: .atMost, isObserved: false),
    // The size that is planned for at first is nowhere said: a thousand people are assumed.
    KpiDefinition(
      "ft.quota.reads", "Reads a day for 1,000 people", .scaled(times: 1_000, over: 1),
      of: "person-days", .documentsRead, target: 50_000, comparison: .atMost),
    KpiDefinition(
      "ft.quota.writes", "Writes a day for 1,000 people",
      .scaled(times: 1_000, over: 1), of: "person-days", .documentsWritten, target: 20_000,
      comparison: .atMost),
  ]

  static let hundredthsToMilliseconds = KpiForm.scaled(times: 10, over: 1)
}
