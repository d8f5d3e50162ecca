// What the figures of teams and groups count, in words. The head of each figure's SQL
// says the same, and a test holds the two together.
extension KpiDefinition {
  static let teamWords: [(id: String, words: String)] = [
    (
      "lk.dau",
      """
      Days on which an enrolled person of those who train did at least one core action, of all \
      days on which one was enrolled and had not left: a family's children and athletes of a \
      roster.
      """
    ),
    (
      "lk.checkin",
      """
      Days with a check-in, of the days on which an athlete was enrolled.
      """
    ),
    (
      "lk.meals",
      """
      Meals logged for an athlete, of the days on which they were enrolled.
      """
    ),
    (
      "lk.water",
      """
      Drinks logged for an athlete, of the days on which they were enrolled.
      """
    ),
    (
      "lk.crash_free",
      """
      Sessions of athletes on enrolled days whose app nothing but its user has ended, of all of \
      theirs.
      """
    ),
    (
      "lk.coach_workouts",
      """
      Of the workouts that somebody assigned to those who train and that were due by the run's \
      last day, those that they completed; withdrawn ones do not count. People say both on their \
      devices, and the server knows what it took in. The product wants 85 %, which scenarios \
      with coaches set as their target.
      """
    ),
    (
      "lk.water_seconds",
      """
      Seconds from opening the app to a drink that is logged, once for each that those who train \
      logged on enrolled days. No screens are simulated: the times are those of the scenario's \
      model of hands.
      """
    ),
    (
      "ft.adoption",
      """
      People who ever joined a group, of those with a core action in the last 30 days of the \
      run.
      """
    ),
    (
      "ft.group_4weeks",
      """
      Groups whose boards had somebody on them in four weeks in a row or more, of all groups \
      that ever had a member. A board is what the server says it is, so both sides are one.
      """
    ),
    (
      "ft.retention30_uplift",
      """
      Classic retention on day 30 of people in groups, as a multiple of that of all others, less \
      one: 0.25 is a quarter more, not 25 points. Numerator and denominator are those of people \
      who ever joined a group. An association: who joins is not who does not.
      """
    ),
    (
      "ft.weekly_retention_uplift",
      """
      Bracket retention on days 7 to 13 of people in groups, as a multiple of that of all \
      others, less one: 0.25 is a quarter more, not 25 points. Numerator and denominator are \
      those of people who ever joined a group. An association: who joins is not who does not.
      """
    ),
    (
      "ft.workouts_uplift",
      """
      Workouts logged by hand for each 7 enrolled days, less those of all others. Numerator and \
      denominator are those of people who ever joined a group. An association: who joins is not \
      who does not. Observers and coaches log no workouts, and are not counted on either side.
      """
    ),
    (
      "ft.invite_conversion",
      """
      Of the grown-ups whom a group's founder could ask, and who were ever enrolled, those who \
      ever joined one. A link is sent outside of the app, so a server does not know who has it.
      """
    ),
    (
      "ft.board_latency",
      """
      Seconds from the server's having news of a group to a phone's showing it, of phones that \
      had a network then and people ever enrolled; the way from the phone of who trained to the \
      server is not in it.
      """
    ),
    (
      "ft.quota.reads",
      """
      Documents that the store reads for each enrolled day, of people ever enrolled. The size \
      that a first version is planned for is assumed to be 1,000 people. The meter is the \
      server's own, so both sides are one.
      """
    ),
    (
      "ft.quota.writes",
      """
      Documents that the store writes for each enrolled day, of people ever enrolled. The size \
      that a first version is planned for is assumed to be 1,000 people. The meter is the \
      server's own, so both sides are one.
      """
    ),
  ]
}
