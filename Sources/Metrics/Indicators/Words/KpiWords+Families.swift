// What the figures of the family product count, in words. The head of each figure's SQL
// says the same, and a test holds the two together.
extension KpiDefinition {
  static let familyWords: [(id: String, words: String)] = [
    (
      "ct.retention.d1",
      """
      People active on the day after their first active day, of all people for whom that day \
      ended before the watermark less the allowed lateness. Pooled over people, so that a cohort \
      counts by its size. A person's first day is found on each side by itself: the server may \
      know of another one than the true one.
      """
    ),
    (
      "ct.retention.d7",
      """
      People active on the 7th day after their first active day, of all people for whom that day \
      ended before the watermark less the allowed lateness. Pooled over people, so that a cohort \
      counts by its size. A person's first day is found on each side by itself: the server may \
      know of another one than the true one.
      """
    ),
    (
      "ct.retention.d30",
      """
      People active on the 30th day after their first active day, of all people for whom that \
      day ended before the watermark less the allowed lateness. Pooled over people, so that a \
      cohort counts by its size. A person's first day is found on each side by itself: the \
      server may know of another one than the true one.
      """
    ),
    (
      "ct.dau",
      """
      Days on which an enrolled person did at least one core action, of all days on which a \
      person was enrolled and had not left. Observers and coaches can do none, and are not \
      counted.
      """
    ),
    (
      "ct.families_month1",
      """
      Households with somebody enrolled in the first 30 days of the run.
      """
    ),
    (
      "ct.adoption.nutrition",
      """
      People with a meal on a day they were enrolled, of all people who were ever enrolled. \
      Nobody logs meals for observers and coaches, who are not counted.
      """
    ),
    (
      "ct.adoption.scheduling",
      """
      People who ever said something of the family's schedule on their own device, of all people \
      who were ever enrolled; the server knows of what it took in. Coaches may not, and are not \
      counted.
      """
    ),
    (
      "ct.adoption.goals",
      """
      People who ever said something of a goal on their own device, of all people who were ever \
      enrolled; the server knows of what it took in. Observers and coaches may not, and are not \
      counted.
      """
    ),
    (
      "ct.adoption.rewards",
      """
      People who ever said something of rewards on their own device, of all people who were ever \
      enrolled; the server knows of what it took in. Observers and coaches may not, and are not \
      counted.
      """
    ),
    (
      "ct.adoption.calendar",
      """
      Households in which somebody who was ever enrolled has linked an external calendar on a \
      device, of all households with anybody enrolled.
      """
    ),
    (
      "ct.adoption.notifications",
      """
      Of the notifications of which a push got to a phone, those after which the person opened \
      the app within an hour. A proxy, because no rule says who touches a notification: they may \
      have come by themselves.
      """
    ),
    (
      "ct.push_delivery",
      """
      Pushes that got to a phone, of all that were sent to phones of people ever enrolled.
      """
    ),
    (
      "ct.api_time",
      """
      Milliseconds from sending a request to its answer, over the answers that a device had \
      waited for, of people ever enrolled; what the device gave up before is no answer.
      """
    ),
    (
      "ct.uptime",
      """
      Minutes in which the server of somebody's community was not down, of all minutes of the \
      run, for each person ever enrolled. Its own watch tells a server the same, so both sides \
      are one.
      """
    ),
    (
      "ct.cost",
      """
      Dollars that the store costs at published prices, for each 30 days of 100 families of whom \
      somebody was active in that month of the run. The bill is the server's own, so both sides \
      are one.
      """
    ),
  ]
}
