import Metrics
import Population
import Scenarios

/// What the other lives of a run's communities add up to: those with causes switched off, and the
/// looks at its first days.
struct BiasSums: Sendable, Codable {
  /// With the first cause switched off, with the first two, and so on.
  var corrected: [MetricAccumulator]
  /// The first days of the run as the server knew them after no wait, after one day, and so on.
  var looks: [MetricAccumulator]

  init(_ scenario: Scenario) {
    corrected = BiasCause.switched.map { _ in BatchObserver.accumulator(scenario) }
    let wait = CompletenessCurve.longestWait(days: scenario.days)
    let early = MetricAccumulator(
      days: scenario.days - wait, allowedLatenessDays: 0, seed: scenario.seed)
    looks = Array(repeating: early, count: wait + 1)
  }

  mutating func merge(_ other: BiasSums) {
    for place in corrected.indices { corrected[place].merge(other.corrected[place]) }
    for place in looks.indices { looks[place].merge(other.looks[place]) }
  }
}

extension BiasBreakdown {
  init(of run: MetricAccumulator, _ sums: BiasSums, for definitions: [MetricDefinition]) {
    self.init(
      of: run, corrected: sums.corrected,
      completeness: CompletenessCurve(of: sums.looks, for: definitions),
      for: definitions)
  }
}
