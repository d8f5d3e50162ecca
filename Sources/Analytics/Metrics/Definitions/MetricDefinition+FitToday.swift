// The metrics of FitToday Groups.
extension MetricDefinition {
  // Members of groups are self-selected, so these differences are associations.
  static let fitToday: [MetricDefinition] = [
    MetricDefinition(
      "ft.adoption", "Monthly active in a group", of: "people", .inGroup, target: 0.40,
      among: .adults,
      origin: .emergent,
      definition: """
        Adults who ever joined a group, of all adults with a core action in the last 30 days of \
        the run. Groups are for adults, so children and athletes are not counted, and neither are \
        observers and coaches.
        """),
    // The server computes the boards, so truth and observed are equal.
    MetricDefinition(
      "ft.group_4weeks", "Groups active 4 weeks in a row", of: "groups", .groupsOf4Weeks,
      among: .adults,
      origin: .emergent,
      definition: """
        Groups with a person on their board in four or more consecutive weeks, of all groups that \
        ever had a member. The server computes the boards, so both sides are equal.
        """),
    MetricDefinition(
      "ft.retention30_uplift", "In groups: retention, day 30", .uplift, of: "people",
      .retention30InGroups, against: .retention30OfOthers, target: 0.25, among: .adultsOnBothSides,
      waits: true,
      origin: .emergent,
      definition: """
        Classic retention on day 30 of adults in groups relative to that of all other adults, \
        minus one: 0.25 is a quarter more, not 25 percentage points. Numerator and denominator are \
        those of adults who ever joined a group. An association, because members of groups are \
        self-selected.
        """),
    MetricDefinition(
      "ft.weekly_retention_uplift", "In groups: retention, week 2", .uplift, of: "people",
      .bracketRetention(7...13, ofAdultsInGroup: true),
      against: .bracketRetention(7...13, ofAdultsInGroup: false), target: 0.30,
      among: .adultsOnBothSides, waits: true,
      origin: .emergent,
      definition: """
        Bracket retention on days 7 to 13 of adults in groups relative to that of all other \
        adults, minus one: 0.25 is a quarter more, not 25 percentage points. Numerator and \
        denominator are those of adults who ever joined a group. An association, because members \
        of groups are self-selected.
        """),
    MetricDefinition(
      "ft.workouts_uplift", "In groups: more workouts per week", .difference(per: 7),
      of: "person-days", .workoutsInGroups, against: .workoutsOfOthers,
      target: 2, among: .adultsOnBothSides,
      origin: .emergent,
      definition: """
        Workouts logged by hand per 7 enrolled days of adults in groups, minus those of all other \
        adults. Numerator and denominator are those of adults who ever joined a group. An \
        association, because members of groups are self-selected. Children log no workouts, so \
        they are counted on neither side.
        """),
    MetricDefinition(
      "ft.invite_conversion", "Invited people who joined a group", of: "people", .invited,
      isObserved: false, among: .adults,
      origin: .emergent,
      definition: """
        Adults who ever joined a group, of all adults ever enrolled whom the founder of a group \
        could invite. Invitation links are sent outside the app, so the server does not know who \
        has one.
        """),
    MetricDefinition(
      "ft.board_latency", "Seconds until a board shows an update", .scaled(times: 1, over: 10),
      of: "updates shown", .feedUpdateTime, target: 5, comparison: .atMost, isObserved: false,
      // One phone that shows updates an hour late outweighs all others, and most runs have none.
      gap: .heavyTail,
      origin: .modeled(
        "network.latencyMillisecondsMedian and its tail, for phones that "
          + "have a network"),
      definition: """
        Seconds from the server receiving an update of a group to a phone showing it, averaged \
        over the updates shown on phones that had a network then, of people ever enrolled. The way \
        from the author's phone to the server is not included.
        """),
    // No document states the size of the first version: a thousand people are assumed.
    MetricDefinition(
      "ft.quota.reads", "Reads per day for 1,000 people", .scaled(times: 1_000, over: 1),
      of: "person-days", .documentsRead, target: 50_000, comparison: .atMost,
      origin: .modeled(
        "documents counted by a formula of a backend that is not simulated, "
          + "for the operations of a person"),
      definition: """
        Documents that the backend reads per enrolled day, of people ever enrolled, times 1,000: \
        the first version is assumed to serve 1,000 people. The server meters itself, so both \
        sides are equal.
        """),
    MetricDefinition(
      "ft.quota.writes", "Writes per day for 1,000 people",
      .scaled(times: 1_000, over: 1), of: "person-days", .documentsWritten, target: 20_000,
      comparison: .atMost,
      origin: .modeled(
        "documents counted by a formula of a backend that is not simulated, "
          + "for the operations of a person"),
      definition: """
        Documents that the backend writes per enrolled day, of people ever enrolled, times 1,000: \
        the first version is assumed to serve 1,000 people. The server meters itself, so both \
        sides are equal.
        """),
  ]
}
