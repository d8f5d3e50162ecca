// The figures of the Personal Coach.
extension MetricDefinition {
  static let personalCoach: [MetricDefinition] =
    [
      MetricDefinition(
        "pc.retention.d1", "Retention, day 1", of: "people", .retention[1], target: 0.85,
        words: """
          People active on the day after their first active day, of all people for whom that day \
          ended before the watermark less the allowed lateness. Pooled over people, so that a \
          cohort counts by its size. A person's first day is found on each side by itself: the \
          server may know of another one than the true one.
          """),
      MetricDefinition(
        "pc.retention.d7", "Retention, day 7", of: "people", .retention[7], target: 0.70,
        words: """
          People active on the 7th day after their first active day, of all people for whom that \
          day ended before the watermark less the allowed lateness. Pooled over people, so that \
          a cohort counts by its size. A person's first day is found on each side by itself: the \
          server may know of another one than the true one.
          """),
      MetricDefinition(
        "pc.retention.d30", "Retention, day 30", of: "people", .retention[30], target: 0.40,
        words: """
          People active on the 30th day after their first active day, of all people for whom \
          that day ended before the watermark less the allowed lateness. Pooled over people, so \
          that a cohort counts by its size. A person's first day is found on each side by \
          itself: the server may know of another one than the true one.
          """),
      MetricDefinition(
        "pc.retention.rolling7", "Retention, day 7 or later", of: "people",
        .rollingRetention(from: 7),
        words: """
          People active on any day from the 7th after their first active day to the last settled \
          one, of all people for whom the 7th ended before the watermark less the allowed \
          lateness.
          """),
      MetricDefinition(
        "pc.retention.week2", "Retention, days 7 to 13", of: "people", week2,
        words: """
          People active on any of the days 7 to 13 after their first active day, of all people \
          for whom the last of them ended before the watermark less the allowed lateness.
          """),
      MetricDefinition(
        "pc.retention24.d1", "24-hour retention, day 1", of: "people", .retention24[1],
        isObserved: false,
        words: """
          People with a core action from the hour 24 to the hour 48 behind their first one, of \
          all people for whom the day on which these hours end was over before the watermark \
          less the allowed lateness.
          """),
      MetricDefinition(
        "pc.retention24.d7", "24-hour retention, day 7", of: "people", .retention24[7],
        isObserved: false,
        words: """
          People with a core action from the hour 168 to the hour 192 behind their first one, of \
          all people for whom the day on which these hours end was over before the watermark \
          less the allowed lateness.
          """),
      MetricDefinition(
        "pc.retention24.d30", "24-hour retention, day 30", of: "people", .retention24[30],
        isObserved: false,
        words: """
          People with a core action from the hour 720 to the hour 744 behind their first one, of \
          all people for whom the day on which these hours end was over before the watermark \
          less the allowed lateness.
          """),
      MetricDefinition(
        "pc.dau", "Daily active", of: "person-days", .dailyActive, target: 0.70,
        words: """
          Days on which an enrolled person did at least one core action, of all days on which a \
          person was enrolled and had not left. Observers and coaches can do none, and are not \
          counted.
          """),
      MetricDefinition(
        "pc.stickiness", "Daily over monthly active", of: "person-days", .stickiness,
        words: """
          Days as an active person, of days as somebody active in the 30 days that end with it, \
          over all enrolled days that have thirty days of the run to look back on.
          """),
      MetricDefinition(
        "pc.sessions_per_day", "Sessions a day", .mean, of: "active person-days", .sessions,
        target: 2.5, isObserved: false,
        words: """
          Sessions on days on which an enrolled person did a core action, of those days. An app \
          that is opened tells nobody, so the server cannot know it.
          """),
      MetricDefinition(
        "pc.session_seconds", "Seconds a session", .mean, of: "sessions", .sessionSeconds,
        target: 45, comparison: .atMost, isObserved: false,
        words: """
          Seconds from opening the app to putting it down, over all sessions that ended on an \
          enrolled day.
          """),
      MetricDefinition(
        "pc.crash_sessions", "Sessions whose app crashed", of: "sessions", .crashedSessions,
        target: 0.001, comparison: .atMost, isObserved: false,
        words: """
          Sessions on enrolled days whose app was ended by something else than its user, of all \
          of them. The server of the app hears of neither.
          """),
      MetricDefinition(
        "pc.core_weekly", "Weekly active", of: "person-weeks", .weeklyActive, target: 0.90,
        words: """
          Whole weeks of the run, counted from its first day, on all of whose days a person was \
          enrolled, with a core action on any of them. Observers and coaches can do none, and \
          are not counted.
          """),
      MetricDefinition(
        "pc.habits_completed", "Habits completed", of: "habits due", .habitsCompleted,
        target: 0.75,
        words: """
          Habits done, of the habits due on days on which the person was enrolled.
          """),
      MetricDefinition(
        "pc.streak7", "Ever 7 days in a row", of: "people", .everStreak7, target: 0.60,
        words: """
          People with any habit's streak at seven or more on a day they were enrolled, of all \
          people who were ever enrolled. Observers and coaches have no habits, and are not \
          counted.
          """),
      // How many people there are is the scenario's choice: nothing to reach.
      MetricDefinition(
        "pc.signups_month", "New people a month", .monthly, of: "days of the run", .joining,
        words: """
          People who joined, for each 30 of the run's days.
          """),
      MetricDefinition(
        "pc.active_month", "Active in the last 30 days", .count, of: "people", .activeMonth,
        words: """
          People with a core action on an enrolled day among the last 30 of the run.
          """),
      MetricDefinition(
        "pc.organic", "Came by themselves", of: "people", .organic, isObserved: false,
        words: """
          Of all people ever enrolled, those whose household no campaign brought. A server is \
          told by nobody.
          """),
    ]
    + zip(Platform.allCases, MetricCounter.platforms).map { platform, counter in
      MetricDefinition(
        "pc.platform.\(platform)", "People on \(platform.name)", of: "people", counter,
        words: """
          Of all people ever enrolled, those whose app runs on \(platform.name). An app says so, so \
          both sides are one.
          """)
    } + service

  private static let service: [MetricDefinition] = [
    MetricDefinition(
      "pc.response", "Milliseconds a request took", hundredthsToMilliseconds, of: "answers",
      .responseTime, target: 500, comparison: .atMost, isObserved: false,
      words: """
        Milliseconds from sending a request to its answer, over the answers that a device had \
        waited for, of people ever enrolled; what the device gave up before is no answer.
        """),
    MetricDefinition(
      "pc.sync_success", "Operations synced in time", of: "operations due", .syncSuccess,
      target: 0.999,
      words: """
        Operations that were durable on the server within their deadline, of those whose \
        deadline has passed. A command that a rule rejected was synced all the same. People who \
        have left count too: what they did last still has to arrive.
        """),
    // One is too many of either, so they are no shares: nothing at all is to be left over.
    MetricDefinition(
      "pc.conflicts_open", "Conflicts left open, a million", .scaled(times: 1_000_000, over: 1),
      of: "operations saved", .conflictsOpen, target: 0, comparison: .atMost, isObserved: false,
      words: """
        Writes that replaced one of which their author did not know, after which copies of that \
        family or group were still not alike when everything had settled, for all operations \
        that a device said were saved. In runs of more than 256 people only some logs are read \
        for it. The product wants every conflict resolved, so none is left.
        """),
    MetricDefinition(
      "pc.data_lost", "Operations lost, of a million", .scaled(times: 1_000_000, over: 1),
      of: "operations saved", .dataLost, target: 0, comparison: .atMost, isObserved: false,
      words: """
        Operations that nobody has any more once everything has settled, though no rule refused \
        them, of all that a device said were saved. They were erased with an app that was taken \
        away before it could send them, or lost by a server that began anew. The product wants \
        none.
        """),
    MetricDefinition(
      "pc.saves", "Saved at the first attempt (proxy)", of: "operations due", .savedAtOnce,
      target: 0.999,
      words: """
        Operations that were durable on the server before their device would have sent them \
        again, of those whose deadline has passed. A proxy, because it asks for the time and \
        does not count attempts: what was said without a connection is no failed attempt, and \
        still misses it.
        """),
    MetricDefinition(
      "pc.tickets", "Ever found a thing taken back (proxy)", of: "people", .everRejectedAfterAck,
      target: 0.02, comparison: .atMost, isObserved: false,
      words: """
        People of whom the server ever refused what their device had shown as done, on days on \
        which they were enrolled, of all people ever enrolled. A proxy, because no rule says who \
        writes to support.
        """),
  ]

  private static let week2 = MetricCounter.bracketRetention(7...13)

  static let hundredthsToMilliseconds = MetricForm.scaled(times: 10, over: 1)
}
