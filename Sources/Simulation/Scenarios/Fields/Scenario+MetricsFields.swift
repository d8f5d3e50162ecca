import JSONText
import Metrics

extension ScenarioType<MetricsParameters.RecordedEvents> {
  fileprivate static var recordedEvents: Self {
    Self(
      .choice(MetricsParameters.RecordedEvents.allCases.map(\.rawValue)),
      value: { $0.string.flatMap(MetricsParameters.RecordedEvents.init) },
      json: { .string($0.rawValue) })
  }
}

extension Scenario {
  static let metricsFields: [ScenarioField] =
    [
      ScenarioField(
        ["metrics", "allowedLatenessDays"], \.metrics.allowedLatenessDays, .whole(0...60), 3,
        "Days that a measurement waits for late operations", .chosen),
      ScenarioField(
        ["metrics", "recordSessions"], \.metrics.recordSessions, .flag, false,
        "Whether the dataset has a table with every session", .chosen),
      ScenarioField(
        ["metrics", "recordStates"], \.metrics.recordStates, .flag, false,
        "Whether the dataset has a table of people's engagement states, day by day", .chosen),
      ScenarioField(
        ["metrics", "recordEvents"], \.metrics.recordEvents, .recordedEvents, .none,
        "Whose operations the dataset lists one by one: no one's, one in ten people's, or "
          + "everyone's", .chosen),
    ] + MetricDefinition.all.map(target)

  /// The target of a metric, which is the product's unless a scenario sets another.
  private static func target(_ metric: MetricDefinition) -> ScenarioField {
    let type: ScenarioType<Double> = metric.form.isShare ? .share : .real(-1...1_000_000)
    return ScenarioField(
      ["metrics", "targets", metric.id], type.orNull(meaning: "no target"), metric.target,
      "\(metric.title), of \(metric.unit)", .product(metric.product),
      get: { $0.metrics.targets[metric.id] }, set: { $0.metrics.targets[metric.id] = $1 })
  }
}
