import Metrics
import Population
import Scenarios

/// The sums of the replays of a run's communities: those with causes removed, and the repeated
/// measurements of its first days.
struct BiasSums: Sendable, Codable {
  /// With the first cause removed, with the first two, and so on.
  var corrected: [MetricAccumulator]
  /// The first days of the run as observed without waiting, after one day of waiting, and so on.
  var measurements: [MetricAccumulator]

  init(_ scenario: Scenario) {
    corrected = BiasCause.switched.map { _ in BatchObserver.accumulator(scenario) }
    let wait = CompletenessCurve.longestWait(days: scenario.days)
    let early = MetricAccumulator(
      days: scenario.days - wait, allowedLatenessDays: 0)
    measurements = Array(repeating: early, count: wait + 1)
  }

  mutating func merge(_ other: BiasSums) {
    for place in corrected.indices { corrected[place].merge(other.corrected[place]) }
    for place in measurements.indices { measurements[place].merge(other.measurements[place]) }
  }
}

extension BiasBreakdown {
  init(of run: MetricAccumulator, _ sums: BiasSums, for definitions: [MetricDefinition]) {
    self.init(
      of: run, corrected: sums.corrected,
      completeness: CompletenessCurve(of: sums.measurements, for: definitions),
      for: definitions)
  }
}
