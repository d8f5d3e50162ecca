// The figures of ChampTrack, the product for families.
extension MetricDefinition {
  static let champTrack: [MetricDefinition] = [
    MetricDefinition(
      "ct.retention.d1", "Families: retention, day 1", of: "people", .retention[1],
      words: """
        People active on the day after their first active day, of all people for whom that day \
        ended before the watermark less the allowed lateness. Pooled over people, so that a \
        cohort counts by its size. A person's first day is found on each side by itself: the \
        server may know of another one than the true one.
        """),
    MetricDefinition(
      "ct.retention.d7", "Families: retention, day 7", of: "people", .retention[7],
      words: """
        People active on the 7th day after their first active day, of all people for whom that \
        day ended before the watermark less the allowed lateness. Pooled over people, so that a \
        cohort counts by its size. A person's first day is found on each side by itself: the \
        server may know of another one than the true one.
        """),
    MetricDefinition(
      "ct.retention.d30", "Families: retention, day 30", of: "people", .retention[30],
      words: """
        People active on the 30th day after their first active day, of all people for whom that \
        day ended before the watermark less the allowed lateness. Pooled over people, so that a \
        cohort counts by its size. A person's first day is found on each side by itself: the \
        server may know of another one than the true one.
        """),
    MetricDefinition(
      "ct.dau", "Families: daily active", of: "person-days", .dailyActive, target: 0.70,
      words: """
        Days on which an enrolled person did at least one core action, of all days on which a \
        person was enrolled and had not left. Observers and coaches can do none, and are not \
        counted.
        """),
    MetricDefinition(
      "ct.families_month1", "Families of month 1", .count, of: "families",
      .householdsOfMonth1,
      words: """
        Households with somebody enrolled in the first 30 days of the run.
        """),
    MetricDefinition(
      "ct.adoption.nutrition", "Ever logged a meal", of: "people", .everMeal,
      words: """
        People with a meal on a day they were enrolled, of all people who were ever enrolled. \
        Nobody logs meals for observers and coaches, who are not counted.
        """),
    MetricDefinition(
      "ct.adoption.scheduling", "Ever used the schedule", of: "people", .everSchedule,
      words: """
        People who ever said something of the family's schedule on their own device, of all \
        people who were ever enrolled; the server knows of what it took in. Coaches may not, and \
        are not counted.
        """),
    MetricDefinition(
      "ct.adoption.goals", "Ever used goals", of: "people", .everGoal,
      words: """
        People who ever said something of a goal on their own device, of all people who were \
        ever enrolled; the server knows of what it took in. Observers and coaches may not, and \
        are not counted.
        """),
    MetricDefinition(
      "ct.adoption.rewards", "Ever used rewards", of: "people", .everReward,
      words: """
        People who ever said something of rewards on their own device, of all people who were \
        ever enrolled; the server knows of what it took in. Observers and coaches may not, and \
        are not counted.
        """),
    MetricDefinition(
      "ct.adoption.calendar", "Families with a linked calendar", of: "families",
      .householdsWithCalendar, isObserved: false,
      words: """
        Households in which somebody who was ever enrolled has linked an external calendar on a \
        device, of all households with anybody enrolled.
        """),
    MetricDefinition(
      "ct.adoption.notifications", "Opened after a notification (proxy)",
      of: "notifications", .notificationsOpened, isObserved: false,
      words: """
        Of the notifications of which a push got to a phone, those after which the person opened \
        the app within an hour. A proxy, because no rule says who touches a notification: they \
        may have come by themselves.
        """),
    MetricDefinition(
      "ct.push_delivery", "Pushes that arrived", of: "pushes", .pushesDelivered,
      isObserved: false,
      words: """
        Pushes that got to a phone, of all that were sent to phones of people ever enrolled.
        """),
    MetricDefinition(
      "ct.api_time", "Milliseconds until an answer", hundredthsToMilliseconds, of: "answers",
      .responseTime, isObserved: false,
      words: """
        Milliseconds from sending a request to its answer, over the answers that a device had \
        waited for, of people ever enrolled; what the device gave up before is no answer.
        """),
    MetricDefinition(
      "ct.uptime", "Minutes with the server up", of: "person-minutes", .serverUp,
      target: 0.999,
      words: """
        Minutes in which the server of somebody's community was not down, of all minutes of the \
        run, for each person ever enrolled. Its own watch tells a server the same, so both sides \
        are one.
        """),
    // 30 days and 100 families, in millionths of a dollar; a server knows its own bill.
    MetricDefinition(
      "ct.cost", "Dollars a month, 100 active families",
      .scaled(times: 3_000, over: 1_000_000), of: "active family-days", .familyCost, target: 150,
      comparison: .atMost,
      words: """
        Dollars that the store costs at published prices, for each 30 days of 100 families of \
        whom somebody was active in that month of the run. The bill is the server's own, so both \
        sides are one.
        """),
  ]
}
