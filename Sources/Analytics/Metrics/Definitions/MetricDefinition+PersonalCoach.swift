// The metrics of the Personal Coach.
extension MetricDefinition {
  static let personalCoach: [MetricDefinition] =
    [
      MetricDefinition(
        "pc.retention.d1", "Retention, day 1", of: "people", .retention[1], target: 0.85,
        among: .logging, waits: true,
        origin: .emergent,
        definition: """
          People active on day 1 after their first active day, of all people whose day 1 ended \
          before the watermark minus the allowed lateness. Pooled over people, so larger cohorts \
          weigh more. The first active day is determined on each side separately, so the server \
          may know another one than the true one.
          """),
      MetricDefinition(
        "pc.retention.d7", "Retention, day 7", of: "people", .retention[7], target: 0.70,
        among: .logging, waits: true,
        origin: .emergent,
        definition: """
          People active on day 7 after their first active day, of all people whose day 7 ended \
          before the watermark minus the allowed lateness. Pooled over people, so larger cohorts \
          weigh more. The first active day is determined on each side separately, so the server \
          may know another one than the true one.
          """),
      MetricDefinition(
        "pc.retention.d30", "Retention, day 30", of: "people", .retention[30], target: 0.40,
        among: .logging, waits: true,
        origin: .emergent,
        definition: """
          People active on day 30 after their first active day, of all people whose day 30 ended \
          before the watermark minus the allowed lateness. Pooled over people, so larger cohorts \
          weigh more. The first active day is determined on each side separately, so the server \
          may know another one than the true one.
          """),
      MetricDefinition(
        "pc.retention.rolling7", "Retention, day 7 or later", of: "people",
        .rollingRetention(from: 7), among: .logging, waits: true,
        origin: .emergent,
        definition: """
          People active on any day from day 7 after their first active day to the last day that \
          ended before the watermark minus the allowed lateness, of all people whose day 7 ended \
          before that.
          """),
      MetricDefinition(
        "pc.retention.week2", "Retention, days 7 to 13", of: "people", week2, among: .logging,
        waits: true,
        origin: .emergent,
        definition: """
          People active on any of the days 7 to 13 after their first active day, of all people \
          whose day 13 ended before the watermark minus the allowed lateness.
          """),
      MetricDefinition(
        "pc.retention24.d1", "24-hour retention, day 1", of: "people", .retention24[1],
        isObserved: false, among: .logging, waits: true,
        origin: .emergent,
        definition: """
          People with a core action between 24 and 48 hours after their first one, of all people \
          for whom the day on which these hours end was over before the watermark minus the \
          allowed lateness.
          """),
      MetricDefinition(
        "pc.retention24.d7", "24-hour retention, day 7", of: "people", .retention24[7],
        isObserved: false, among: .logging, waits: true,
        origin: .emergent,
        definition: """
          People with a core action between 168 and 192 hours after their first one, of all people \
          for whom the day on which these hours end was over before the watermark minus the \
          allowed lateness.
          """),
      MetricDefinition(
        "pc.retention24.d30", "24-hour retention, day 30", of: "people", .retention24[30],
        isObserved: false, among: .logging, waits: true,
        origin: .emergent,
        definition: """
          People with a core action between 720 and 744 hours after their first one, of all people \
          for whom the day on which these hours end was over before the watermark minus the \
          allowed lateness.
          """),
      MetricDefinition(
        "pc.dau", "Daily active", of: "person-days", .dailyActive, target: 0.70, among: .logging,
        origin: .emergent,
        definition: """
          Days on which enrolled people did at least one core action, of all days on which they \
          were enrolled: from joining until leaving. Observers and coaches cannot do core actions \
          and are not counted.
          """),
      MetricDefinition(
        "pc.stickiness", "Stickiness, DAU/MAU", of: "person-days", .stickiness, among: .logging,
        waits: true,
        origin: .emergent,
        definition: """
          Days on which people were active, of days on which they were active at least once in the \
          30 days ending that day. Counts enrolled days that have 30 days of the run to look back \
          on.
          """),
      MetricDefinition(
        "pc.sessions_per_day", "Sessions per active day", .mean, of: "active person-days",
        .sessions, target: 2.5, isObserved: false, among: .logging,
        origin: .assumed("behavior.sessionsPerActiveDayMean is the mean"),
        definition: """
          Sessions per enrolled day with a core action. Opening the app sends nothing, so the \
          server cannot know it.
          """),
      MetricDefinition(
        "pc.session_seconds", "Seconds per session", .mean, of: "sessions", .sessionSeconds,
        target: 45, comparison: .atMost, isObserved: false,
        origin: .assumed("behavior.sessionSecondsMedian times a constant is the mean"),
        definition: """
          Seconds from opening the app to closing it, averaged over all sessions that ended on an \
          enrolled day.
          """),
      MetricDefinition(
        "pc.crash_sessions", "Sessions with a crash", of: "sessions", .crashedSessions,
        target: 0.001, comparison: .atMost, isObserved: false,
        origin: .assumed("installs.crashProbability is the share of sessions"),
        definition: """
          Sessions in which the app crashed, of all sessions on enrolled days. The app's server \
          learns of neither.
          """),
      MetricDefinition(
        "pc.core_weekly", "Weekly active", of: "person-weeks", .weeklyActive, target: 0.90,
        among: .logging, waits: true,
        origin: .emergent,
        definition: """
          Weeks in which people did a core action, of all whole weeks of the run, counted from its \
          first day, in which they were enrolled on all seven days. Observers and coaches cannot \
          do core actions and are not counted.
          """),
      MetricDefinition(
        "pc.habits_completed", "Habits completed", of: "habits due", .habitsCompleted,
        target: 0.75, among: .logging,
        origin: .emergent,
        definition: """
          Habits done, of all habits due on enrolled days.
          """),
      MetricDefinition(
        "pc.streak7", "Ever reached a 7-day streak", of: "people", .everStreak7, target: 0.60,
        among: .logging,
        origin: .emergent,
        definition: """
          People who had a habit with a streak of seven or more days on an enrolled day, of all \
          people ever enrolled. Observers and coaches have no habits and are not counted.
          """),
      // The scenario sets how many people there are, so there is no target.
      MetricDefinition(
        "pc.signups_month", "New people per month", .monthly, of: "days of the run", .joining,
        origin: .assumed("people and population.joinDaysSpread say how many join"),
        definition: """
          People who joined, per 30 days of the run.
          """),
      MetricDefinition(
        "pc.active_month", "Active in the last 30 days", .count, of: "people", .activeMonth,
        origin: .emergent,
        definition: """
          People with a core action on an enrolled day among the last 30 days of the run.
          """),
      MetricDefinition(
        "pc.organic", "Organic sign-ups", of: "people", .organic, isObserved: false,
        origin: .assumed("population.organicFraction is the share"),
        definition: """
          People whose household signed up without a campaign, of all people ever enrolled. The \
          server does not learn how a household found the app.
          """),
    ]
    + zip(Platform.allCases, MetricCounter.platforms).map { platform, counter in
      MetricDefinition(
        "pc.platform.\(platform.rawValue)", "People on \(platform.name)", of: "people", counter,
        origin: .assumed("population.platforms are the shares"),
        definition: """
          People whose app runs on \(platform.name), of all people ever enrolled. The app reports \
          its platform, so both sides are equal.
          """)
    } + service

  private static let service: [MetricDefinition] = [
    MetricDefinition(
      "pc.response", "Milliseconds per request", hundredthsToMilliseconds, of: "responses",
      .responseTime, target: 500, comparison: .atMost, isObserved: false,
      origin: .modeled(
        "twice network.latencyMillisecondsMedian and its tail; the server "
          + "itself takes no time"),
      definition: """
        Milliseconds from sending a request to receiving its response, averaged over the responses \
        that arrived while the device still waited, of people ever enrolled. Requests that the \
        device gave up on are not counted.
        """),
    MetricDefinition(
      "pc.sync_success", "Operations synced in time", of: "operations due", .syncSuccess,
      target: 0.999,
      origin: .emergent,
      definition: """
        Operations that were durable on the server within their deadline, of all operations whose \
        deadline has passed. Operations that a rule rejected count as synced. Operations of people \
        who have left count too, since these still have to arrive.
        """),
    // A single one of either misses the target, so these are no shares: the target is zero.
    MetricDefinition(
      "pc.conflicts_open", "Open conflicts per million operations",
      .scaled(times: 1_000_000, over: 1), of: "operations saved", .conflictsOpen, target: 0,
      comparison: .atMost, isObserved: false,
      origin: .emergent,
      definition: """
        Writes that overwrote one their author did not know of, after which replicas of the family \
        or group still differed after the run, when all devices had synced, per million operations \
        that devices reported as saved. Runs of more than 256 people check a sample of the logs. \
        The product wants every conflict resolved, so the target is 0.
        """),
    MetricDefinition(
      "pc.data_lost", "Lost operations per million", .scaled(times: 1_000_000, over: 1),
      of: "operations saved", .dataLost, target: 0, comparison: .atMost, isObserved: false,
      origin: .emergent,
      definition: """
        Operations that no replica and no server had after the run, when all devices had synced, \
        although no rule rejected them, per million operations that devices reported as saved. \
        They were erased with an app that was removed before it could send them, or lost in a \
        failover to a stale replica. The product wants none.
        """),
    MetricDefinition(
      "pc.saves", "Saved at the first attempt (proxy)", of: "operations due", .savedAtOnce,
      target: 0.999,
      origin: .emergent,
      definition: """
        Operations that were durable on the server before their device would have retried, of all \
        operations whose deadline has passed. A proxy, because it compares times and does not \
        count attempts: an operation submitted offline misses it without a failed attempt.
        """),
    MetricDefinition(
      "pc.tickets", "Ever rejected after ack (proxy)", of: "people", .everRejectedAfterAck,
      target: 0.02, comparison: .atMost, isObserved: false,
      origin: .emergent,
      definition: """
        People who ever had an operation rejected by the server after their device had shown it as \
        done, on an enrolled day, of all people ever enrolled. A proxy for support tickets, \
        because no rule says who contacts support.
        """),
  ]

  private static let week2 = MetricCounter.bracketRetention(7...13)

  static let hundredthsToMilliseconds = MetricForm.scaled(times: 10, over: 1)
}
