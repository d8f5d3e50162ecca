// What the figures of the habit products count, in words. The head of each figure's SQL
// says the same, and a test holds the two together.
extension KpiDefinition {
  static let habitWords: [(id: String, words: String)] = [
    (
      "pc.retention.d1",
      """
      People active on the day after their first active day, of all people for whom that day \
      ended before the watermark less the allowed lateness. Pooled over people, so that a cohort \
      counts by its size. A person's first day is found on each side by itself: the server may \
      know of another one than the true one.
      """
    ),
    (
      "pc.retention.d7",
      """
      People active on the 7th day after their first active day, of all people for whom that day \
      ended before the watermark less the allowed lateness. Pooled over people, so that a cohort \
      counts by its size. A person's first day is found on each side by itself: the server may \
      know of another one than the true one.
      """
    ),
    (
      "pc.retention.d30",
      """
      People active on the 30th day after their first active day, of all people for whom that \
      day ended before the watermark less the allowed lateness. Pooled over people, so that a \
      cohort counts by its size. A person's first day is found on each side by itself: the \
      server may know of another one than the true one.
      """
    ),
    (
      "pc.retention.rolling7",
      """
      People active on any day from the 7th after their first active day to the last settled \
      one, of all people for whom the 7th ended before the watermark less the allowed lateness.
      """
    ),
    (
      "pc.retention.week2",
      """
      People active on any of the days 7 to 13 after their first active day, of all people for \
      whom the last of them ended before the watermark less the allowed lateness.
      """
    ),
    (
      "pc.retention24.d1",
      """
      People with a core action from the hour 24 to the hour 48 behind their first one, of all \
      people for whom the day on which these hours end was over before the watermark less the \
      allowed lateness.
      """
    ),
    (
      "pc.retention24.d7",
      """
      People with a core action from the hour 168 to the hour 192 behind their first one, of all \
      people for whom the day on which these hours end was over before the watermark less the \
      allowed lateness.
      """
    ),
    (
      "pc.retention24.d30",
      """
      People with a core action from the hour 720 to the hour 744 behind their first one, of all \
      people for whom the day on which these hours end was over before the watermark less the \
      allowed lateness.
      """
    ),
    (
      "pc.dau",
      """
      Days on which an enrolled person did at least one core action, of all days on which a \
      person was enrolled and had not left. Observers and coaches can do none, and are not \
      counted.
      """
    ),
    (
      "pc.stickiness",
      """
      Days as an active person, of days as somebody active in the 30 days that end with it, over \
      all enrolled days that have thirty days of the run to look back on.
      """
    ),
    (
      "pc.sessions_per_day",
      """
      Sessions on days on which an enrolled person did a core action, of those days. An app that \
      is opened tells nobody, so the server cannot know it.
      """
    ),
    (
      "pc.session_seconds",
      """
      Seconds from opening the app to putting it down, over all sessions that ended on an \
      enrolled day.
      """
    ),
    (
      "pc.crash_sessions",
      """
      Sessions on enrolled days whose app was ended by something else than its user, of all of \
      them. The server of the app hears of neither.
      """
    ),
    (
      "pc.core_weekly",
      """
      Whole weeks of the run, counted from its first day, on all of whose days a person was \
      enrolled, with a core action on any of them. Observers and coaches can do none, and are \
      not counted.
      """
    ),
    (
      "pc.habits_completed",
      """
      Habits done, of the habits due on days on which the person was enrolled.
      """
    ),
    (
      "pc.streak7",
      """
      People with any habit's streak at seven or more on a day they were enrolled, of all people \
      who were ever enrolled. Observers and coaches have no habits, and are not counted.
      """
    ),
    (
      "pc.signups_month",
      """
      People who joined, for each 30 of the run's days.
      """
    ),
    (
      "pc.active_month",
      """
      People with a core action on an enrolled day among the last 30 of the run.
      """
    ),
    (
      "pc.organic",
      """
      Of all people ever enrolled, those whose household no campaign brought. A server is told \
      by nobody.
      """
    ),
    (
      "pc.platform.ios",
      """
      Of all people ever enrolled, those whose app runs on iOS. An app says so, so both sides \
      are one.
      """
    ),
    (
      "pc.platform.android",
      """
      Of all people ever enrolled, those whose app runs on Android. An app says so, so both \
      sides are one.
      """
    ),
    (
      "pc.platform.web",
      """
      Of all people ever enrolled, those whose app runs on the web. An app says so, so both \
      sides are one.
      """
    ),
    (
      "pc.response",
      """
      Milliseconds from sending a request to its answer, over the answers that a device had \
      waited for, of people ever enrolled; what the device gave up before is no answer.
      """
    ),
    (
      "pc.sync_success",
      """
      Operations that were durable on the server within their deadline, of those whose deadline \
      has passed. A command that a rule rejected was synced all the same. People who have left \
      count too: what they did last still has to arrive.
      """
    ),
    (
      "pc.conflicts_open",
      """
      Writes that replaced one of which their author did not know, after which copies of that \
      family or group were still not alike when everything had settled, for all operations that \
      a device said were saved. In runs of more than 256 people only some logs are read for it. \
      The product wants every conflict resolved, so none is left.
      """
    ),
    (
      "pc.data_lost",
      """
      Operations that nobody has any more once everything has settled, though no rule refused \
      them, of all that a device said were saved. They were erased with an app that was taken \
      away before it could send them, or lost by a server that began anew. The product wants \
      none.
      """
    ),
    (
      "pc.saves",
      """
      Operations that were durable on the server before their device would have sent them again, \
      of those whose deadline has passed. A proxy, because it asks for the time and does not \
      count attempts: what was said without a connection is no failed attempt, and still misses \
      it.
      """
    ),
    (
      "pc.tickets",
      """
      People of whom the server ever refused what their device had shown as done, on days on \
      which they were enrolled, of all people ever enrolled. A proxy, because no rule says who \
      writes to support.
      """
    ),
    (
      "at.integrity",
      """
      Enrolled days on which the server knows exactly as many habits done as were done, of those \
      with any on either side. The truth knows itself.
      """
    ),
    (
      "at.mark_seconds",
      """
      Seconds from opening the app to a habit that is marked, once for each that was done on \
      enrolled days. No screens are simulated: the times are those of the scenario's model of \
      hands.
      """
    ),
  ]
}
