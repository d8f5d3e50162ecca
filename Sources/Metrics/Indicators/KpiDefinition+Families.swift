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
  ]
}
