// The figures of the Activity Tracker.
extension MetricDefinition {
  static let activityTracker: [MetricDefinition] = [
    MetricDefinition(
      "at.integrity", "Days of completions known exactly", of: "person-days",
      .completionsExact, target: 0.999,
      words: """
        Enrolled days on which the server knows exactly as many habits done as were done, of \
        those with any on either side. The truth knows itself.
        """),
    MetricDefinition(
      "at.mark_seconds", "Seconds to mark a habit (modeled)", .scaled(times: 1, over: 1_000),
      of: "habits done", .markTime, target: 5, comparison: .atMost, isObserved: false,
      words: """
        Seconds from opening the app to a habit that is marked, once for each that was done on \
        enrolled days. No screens are simulated: the times are those of the scenario's model of \
        hands.
        """),
  ]
}
