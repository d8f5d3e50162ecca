// The figures of the habit products: the Personal Coach and the Activity Tracker.
extension KpiDefinition {
  static let personalCoach: [KpiDefinition] =
    [
      KpiDefinition(
        "pc.retention.d1", "Retention, day 1", of: "people", .retention[1], target: 0.85),
      KpiDefinition(
        "pc.retention.d7", "Retention, day 7", of: "people", .retention[7], target: 0.70),
      KpiDefinition(
        "pc.retention.d30", "Retention, day 30", of: "people", .retention[30], target: 0.40),
      KpiDefinition(
        "pc.retention.rolling7", "Retention, day 7 or later", of: "people",
        .rollingRetention(from: 7)),
      KpiDefinition(
        "pc.retention.week2", "Retention, days 7 to 13", of: "people", week2),
      KpiDefinition(
        "pc.retention24.d1", "24-hour retention, day 1", of: "people", .retention24[1],
        isObserved: false),
      KpiDefinition(
        "pc.retention24.d7", "24-hour retention, day 7", of: "people", .retention24[7],
        isObserved: false),
      KpiDefinition(
        "pc.retention24.d30", "24-hour retention, day 30", of: "people", .retention24[30],
        isObserved: false),
      KpiDefinition(
        "pc.dau", "Daily active", of: "person-days", .dailyActive, target: 0.70),
      KpiDefinition(
        "pc.stickiness", "Daily over monthly active", of: "person-days", .stickiness),
      KpiDefinition(
        "pc.sessions_per_day", "Sessions a day", .mean, of: "active person-days", .sessions,
        target: 2.5, isObserved: false),
      KpiDefinition(
        "pc.session_seconds", "Seconds a session", .mean, of: "sessions", .sessionSeconds,
        target: 45, comparison: .atMost, isObserved: false),
      KpiDefinition(
        "pc.crash_sessions", "Sessions whose app crashed", of: "sessions", .crashedSessions,
        target: 0.001, comparison: .atMost, isObserved: false),
      KpiDefinition(
        "pc.core_weekly", "Weekly active", of: "person-weeks", .weeklyActive, target: 0.90),
      KpiDefinition(
        "pc.habits_completed", "Habits completed", of: "habits due", .habitsCompleted,
        target: 0.75),
      KpiDefinition(
        "pc.streak7", "Ever 7 days in a row", of: "people", .everStreak7, target: 0.60),
      // How many people there are is the scenario's choice: nothing to reach.
      KpiDefinition(
        "pc.signups_month", "New people a month", .monthly, of: "days of the run", .joining),
      KpiDefinition(
        "pc.active_month", "Active in the last 30 days", .count, of: "people", .activeMonth),
      KpiDefinition(
        "pc.organic", "Came by themselves", of: "people", .organic, isObserved: false),
    ]
    + zip(Platform.allCases, Counting.platforms).map { platform, counting in
      KpiDefinition("pc.platform.\(platform)", "People on \(platform.name)", of: "people", counting)
    } + service

  private static let service: [KpiDefinition] = [
    KpiDefinition(
      "pc.response", "Milliseconds a request took", hundredthsToMilliseconds, of: "answers",
      .answerTime, target: 500, comparison: .atMost, isObserved: false),
    KpiDefinition(
      "pc.sync_success", "Operations synced in time", of: "operations due", .syncSuccess,
      target: 0.999),
    // One is too many of either, so they are no shares: nothing at all is to be left over.
    KpiDefinition(
      "pc.conflicts_open", "Conflicts left open, a million", .scaled(times: 1_000_000, over: 1),
      of: "operations saved", .conflictsOpen, target: 0, comparison: .atMost, isObserved: false),
    KpiDefinition(
      "pc.data_lost", "Operations lost, of a million", .scaled(times: 1_000_000, over: 1),
      of: "operations saved", .dataLost, target: 0, comparison: .atMost, isObserved: false),
    KpiDefinition(
      "pc.saves", "Saved at the first attempt (proxy)", of: "operations due", .savedAtOnce,
      target: 0.999),
    KpiDefinition(
      "pc.tickets", "Ever found a thing taken back (proxy)", of: "people", .everTakenBack,
      target: 0.02, comparison: .atMost, isObserved: false),
  ]

  static let activityTracker: [KpiDefinition] = [
    KpiDefinition(
      "at.integrity", "Days of completions known exactly", of: "person-days",
      .completionsExact, target: 0.999),
    KpiDefinition(
      "at.mark_seconds", "Seconds to mark a habit (modelled)", .scaled(times: 1, over: 1_000),
      of: "habits done", .markTime, target: 5, comparison: .atMost, isObserved: false),
  ]

  private static let week2 = Counting.bracketRetention(7...13)
}
