// The metrics of ChampTrack, the product for families.
extension MetricDefinition {
  static let champTrack: [MetricDefinition] = [
    MetricDefinition(
      "ct.retention.d1", "Families: retention, day 1", of: "people", .retention[1], among: .logging,
      waits: true,
      origin: .emergent,
      definition: """
        People active on day 1 after their first active day, of all people whose day 1 ended \
        before the watermark minus the allowed lateness. Pooled over people, so larger cohorts \
        weigh more. The first active day is determined on each side separately, so the server may \
        know another one than the true one.
        """),
    MetricDefinition(
      "ct.retention.d7", "Families: retention, day 7", of: "people", .retention[7], among: .logging,
      waits: true,
      origin: .emergent,
      definition: """
        People active on day 7 after their first active day, of all people whose day 7 ended \
        before the watermark minus the allowed lateness. Pooled over people, so larger cohorts \
        weigh more. The first active day is determined on each side separately, so the server may \
        know another one than the true one.
        """),
    MetricDefinition(
      "ct.retention.d30", "Families: retention, day 30", of: "people", .retention[30],
      among: .logging, waits: true,
      origin: .emergent,
      definition: """
        People active on day 30 after their first active day, of all people whose day 30 ended \
        before the watermark minus the allowed lateness. Pooled over people, so larger cohorts \
        weigh more. The first active day is determined on each side separately, so the server may \
        know another one than the true one.
        """),
    MetricDefinition(
      "ct.dau", "Families: daily active", of: "person-days", .dailyActive, target: 0.70,
      among: .logging,
      origin: .emergent,
      definition: """
        Days on which enrolled people did at least one core action, of all days on which they were \
        enrolled: from joining until leaving. Observers and coaches cannot do core actions and are \
        not counted.
        """),
    MetricDefinition(
      "ct.families_month1", "Families in the first month", .count, of: "families",
      .householdsOfMonth1,
      origin: .assumed(
        "people, population.parentsPerHousehold and the like say how many "
          + "families join"),
      definition: """
        Households with a person enrolled in the first 30 days of the run.
        """),
    MetricDefinition(
      "ct.adoption.nutrition", "Ever logged a meal", of: "people", .everMeal, among: .logging,
      origin: .emergent,
      definition: """
        People with a meal logged on an enrolled day, of all people ever enrolled. Observers and \
        coaches have no meals and are not counted.
        """),
    MetricDefinition(
      "ct.adoption.scheduling", "Ever used the schedule", of: "people", .everSchedule,
      among: .scheduling,
      origin: .emergent,
      definition: """
        People who ever edited the family's schedule on their own device, of all people ever \
        enrolled. The observed side counts the edits that the server accepted. Coaches cannot edit \
        it and are not counted.
        """),
    MetricDefinition(
      "ct.adoption.goals", "Ever used goals", of: "people", .everGoal, among: .logging,
      origin: .emergent,
      definition: """
        People who ever edited a goal on their own device, of all people ever enrolled. The \
        observed side counts the edits that the server accepted. Observers and coaches cannot edit \
        goals and are not counted.
        """),
    MetricDefinition(
      "ct.adoption.rewards", "Ever used rewards", of: "people", .everReward, among: .logging,
      origin: .emergent,
      definition: """
        People who ever edited rewards on their own device, of all people ever enrolled. The \
        observed side counts the edits that the server accepted. Observers and coaches cannot edit \
        rewards and are not counted.
        """),
    MetricDefinition(
      "ct.adoption.calendar", "Families with a linked calendar", of: "families",
      .householdsWithCalendar, isObserved: false,
      origin: .modeled("activities.calendarLinkFraction of the families with a sport"),
      definition: """
        Households in which a person ever enrolled linked an external calendar on a device, of all \
        households with a person ever enrolled.
        """),
    MetricDefinition(
      "ct.adoption.notifications", "App opened after notification (proxy)",
      of: "notifications", .notificationsOpened, isObserved: false,
      origin: .emergent,
      definition: """
        Notifications after which the person opened the app within an hour, of all notifications \
        of which a push arrived at a phone. A proxy, because taps on notifications are not \
        simulated: the person may have opened the app for another reason.
        """),
    MetricDefinition(
      "ct.push_delivery", "Pushes delivered", of: "pushes", .pushesDelivered,
      isObserved: false,
      origin: .assumed("network.lossProbability is the share that is lost"),
      definition: """
        Pushes that arrived at a phone, of all pushes sent to phones of people ever enrolled.
        """),
    MetricDefinition(
      "ct.api_time", "API response time in milliseconds", hundredthsToMilliseconds, of: "responses",
      .responseTime, isObserved: false,
      origin: .modeled(
        "twice network.latencyMillisecondsMedian and its tail; the server "
          + "itself takes no time"),
      definition: """
        Milliseconds from sending a request to receiving its response, averaged over the responses \
        that arrived while the device still waited, of people ever enrolled. Requests that the \
        device gave up on are not counted.
        """),
    MetricDefinition(
      "ct.uptime", "Server uptime", of: "person-minutes", .serverUp,
      target: 0.999,
      origin: .assumed(
        "network.outagesPerYear times half of network.outageMinutesMax is "
          + "the downtime"),
      definition: """
        Minutes in which the server of the person's community was up, of all minutes of the run, \
        for each person ever enrolled. The server monitors its own uptime, so both sides are \
        equal.
        """),
    // Per 30 days and 100 families, from millionths of a dollar; the server knows its own bill.
    MetricDefinition(
      "ct.cost", "Dollars per month, 100 families",
      .scaled(times: 3_000, over: 1_000_000), of: "active family-days", .familyCost, target: 150,
      comparison: .atMost,
      origin: .modeled("documents and bytes counted by a formula, at published prices"),
      definition: """
        Dollars that the backend costs at published prices, per 30 days and 100 families with a \
        person active in that month of the run. The server knows its own bill, so both sides are \
        equal.
        """),
  ]
}
