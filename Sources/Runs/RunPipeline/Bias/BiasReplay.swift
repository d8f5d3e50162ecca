import Chronology
import Metrics
import Plans
import Population
import Scenarios
import Simulator

/// Replays the plans of communities with the causes of measurement bias removed one at a time, and
/// once more to measure at earlier times.
struct BiasReplay: ~Copyable {
  private let scenario: Scenario
  /// The first lines of the run's plan, which precede those of each community.
  private let head: [UInt8]
  private(set) var sums: BiasSums
  private var people: MetricReplay
  private var early: MetricReplay

  init(_ scenario: Scenario, head: [UInt8]) {
    self.scenario = scenario
    self.head = head
    sums = BiasSums(scenario)
    let clusters = HouseholdClusters(scenario)
    people = MetricReplay(scenario, in: clusters)
    early = MetricReplay(
      scenario, days: scenario.days - CompletenessCurve.longestWait(days: scenario.days),
      in: clusters)
  }

  /// Replays a community from the lines that its run recorded.
  mutating func simulate(_ lines: [UInt8]) {
    var reader = PlanReader(head + lines)
    guard let plan = try? reader.read() else {
      preconditionFailure("a recorded plan must be readable")
    }
    for (place, cause) in BiasCause.switched.enumerated() {
      let run = PlannedRun(
        plan.corrected(of: BiasCause.switched[...place]), checksEveryScope: false)
      let community =
        switch cause {
        case .lost: run.simulated(0)
        case .immaturity: run.simulated(0, waitingDays: scenario.metrics.allowedLatenessDays)
        case .late, .clock, .zone, .duplicates, .rules: run.runToQuiescence(0)
        }
      people.add(community, to: &sums.corrected[place])
    }
    let run = PlannedRun(plan, checksEveryScope: false)
    let wait = CompletenessCurve.longestWait(days: scenario.days)
    let moments = (0...wait).map { run.watermark - Int64(wait - $0) * Span.day }
    run.simulate(0, lookingAt: moments) { place, community in
      early.add(community, to: &sums.measurements[place])
    }
  }

  /// Returns the sums and resets them.
  mutating func conclude() -> BiasSums {
    defer { sums = BiasSums(scenario) }
    return sums
  }
}
