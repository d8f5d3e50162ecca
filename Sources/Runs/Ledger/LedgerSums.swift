import Metrics
import Population

/// What the other lives of a run's communities add up to: those with causes switched off, and the
/// looks at its first days.
struct LedgerSums: Sendable, Codable {
  /// With the first cause switched off, with the first two, and so on.
  var mended: [KpiAccumulator]
  /// The first days of the run as the server knew them after no wait, after one day, and so on.
  var looks: [KpiAccumulator]

  init(_ scenario: Scenario) {
    mended = BiasCause.switched.map { _ in BatchObserver.accumulator(scenario) }
    let wait = SettlingCurve.longestWait(days: scenario.days)
    let early = KpiAccumulator(
      days: scenario.days - wait, allowedLatenessDays: 0, seed: scenario.seed)
    looks = Array(repeating: early, count: wait + 1)
  }

  mutating func merge(_ other: LedgerSums) {
    for place in mended.indices { mended[place].merge(other.mended[place]) }
    for place in looks.indices { looks[place].merge(other.looks[place]) }
  }
}

extension BiasLedger {
  init(of run: KpiAccumulator, _ sums: LedgerSums, for definitions: [KpiDefinition]) {
    self.init(
      of: run, mended: sums.mended, settling: SettlingCurve(of: sums.looks, for: definitions),
      for: definitions)
  }
}
