// The figures of FitToday Groups.
extension MetricDefinition {
  // Who joins a group is not who does not: these differences are associations.
  static let fitToday: [MetricDefinition] = [
    MetricDefinition(
      "ft.adoption", "Monthly active in a group", of: "people", .inGroup, target: 0.40,
      words: """
        People who ever joined a group, of those with a core action in the last 30 days of the \
        run.
        """),
    // A board is what the server says it is, so there is nothing to tell apart.
    MetricDefinition(
      "ft.group_4weeks", "Groups active 4 weeks in a row", of: "groups", .groupsOf4Weeks,
      words: """
        Groups whose boards had somebody on them in four weeks in a row or more, of all groups \
        that ever had a member. A board is what the server says it is, so both sides are one.
        """),
    MetricDefinition(
      "ft.retention30_uplift", "In groups: retention, day 30", .uplift, of: "people",
      .retention30(inGroup: true), against: .retention30(inGroup: false), target: 0.25,
      words: """
        Classic retention on day 30 of people in groups, as a multiple of that of all others, \
        less one: 0.25 is a quarter more, not 25 points. Numerator and denominator are those of \
        people who ever joined a group. An association: who joins is not who does not.
        """),
    MetricDefinition(
      "ft.weekly_retention_uplift", "In groups: retention, week 2", .uplift, of: "people",
      .bracketRetention(7...13, inGroup: true),
      against: .bracketRetention(7...13, inGroup: false), target: 0.30,
      words: """
        Bracket retention on days 7 to 13 of people in groups, as a multiple of that of all \
        others, less one: 0.25 is a quarter more, not 25 points. Numerator and denominator are \
        those of people who ever joined a group. An association: who joins is not who does not.
        """),
    MetricDefinition(
      "ft.workouts_uplift", "In groups: more workouts a week", .difference(per: 7),
      of: "person-days", .workouts(inGroup: true), against: .workouts(inGroup: false),
      target: 2,
      words: """
        Workouts logged by hand for each 7 enrolled days, less those of all others. Numerator \
        and denominator are those of people who ever joined a group. An association: who joins \
        is not who does not. Observers and coaches log no workouts, and are not counted on \
        either side.
        """),
    MetricDefinition(
      "ft.invite_conversion", "Invited people who joined a group", of: "people", .invited,
      isObserved: false,
      words: """
        Of the grown-ups whom a group's founder could ask, and who were ever enrolled, those who \
        ever joined one. A link is sent outside of the app, so a server does not know who has \
        it.
        """),
    MetricDefinition(
      "ft.board_latency", "Seconds until a board shows news", .scaled(times: 1, over: 10),
      of: "times shown", .feedUpdateTime, target: 5, comparison: .atMost, isObserved: false,
      words: """
        Seconds from the server's having news of a group to a phone's showing it, of phones that \
        had a network then and people ever enrolled; the way from the phone of who trained to \
        the server is not in it.
        """),
    // The size that is planned for at first is nowhere said: a thousand people are assumed.
    MetricDefinition(
      "ft.quota.reads", "Reads a day for 1,000 people", .scaled(times: 1_000, over: 1),
      of: "person-days", .documentsRead, target: 50_000, comparison: .atMost,
      words: """
        Documents that the store reads for each enrolled day, of people ever enrolled. The size \
        that a first version is planned for is assumed to be 1,000 people. The meter is the \
        server's own, so both sides are one.
        """),
    MetricDefinition(
      "ft.quota.writes", "Writes a day for 1,000 people",
      .scaled(times: 1_000, over: 1), of: "person-days", .documentsWritten, target: 20_000,
      comparison: .atMost,
      words: """
        Documents that the store writes for each enrolled day, of people ever enrolled. The size \
        that a first version is planned for is assumed to be 1,000 people. The meter is the \
        server's own, so both sides are one.
        """),
  ]
}
