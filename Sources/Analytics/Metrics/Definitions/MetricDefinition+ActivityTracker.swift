// The metrics of the Activity Tracker.
extension MetricDefinition {
  static let activityTracker: [MetricDefinition] = [
    MetricDefinition(
      "at.integrity", "Days with exact completions", of: "person-days",
      .completionsExact, target: 0.999, among: .logging,
      origin: .emergent,
      definition: """
        Enrolled days on which the server knows exactly as many habits done as were done, of all \
        enrolled days with a habit done on either side. The truth always equals itself.
        """),
    MetricDefinition(
      "at.mark_seconds", "Seconds to mark a habit (modeled)", .scaled(times: 1, over: 1_000),
      of: "habits done", .markTime, target: 5, comparison: .atMost, isObserved: false,
      among: .logging,
      origin: .modeled(
        "population.launchMilliseconds and population.tapMilliseconds times "
          + "the number of taps"),
      definition: """
        Seconds from opening the app to marking a habit, averaged over the habits done on enrolled \
        days. No screens are simulated: the times come from the scenario's model of launches and \
        taps.
        """),
  ]
}
