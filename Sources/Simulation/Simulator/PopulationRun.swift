public import Plans
import Population
public import Scenarios
import SimulatedWorld

/// Runs communities, batch by batch, over threads.
public struct PopulationRun: Sendable {
  public let scenario: Scenario
  public let communityCount: Int
  public let threads: Int
  private let personDaysPerBatch: Int
  /// Runs one of the communities from its first to its last day.
  private let simulate: @Sendable (Int) -> Community

  /// The population of a scenario; with a journal if a plan is recorded.
  public init(
    _ scenario: Scenario, threads: Int, personDaysPerBatch: Int = 100_000,
    recording: Recording = .nothing
  ) {
    let simulation = Simulation(scenario)
    self.init(
      simulation, threads: threads, personDaysPerBatch: personDaysPerBatch, recording: recording)
  }

  public init(
    _ simulation: Simulation, threads: Int, personDaysPerBatch: Int = 100_000,
    recording: Recording = .nothing
  ) {
    scenario = simulation.scenario
    communityCount = simulation.map.count
    self.threads = threads
    self.personDaysPerBatch = personDaysPerBatch
    simulate = { simulation.simulated($0, recording: recording) }
  }

  /// The communities of a plan, whose steps are fixed.
  public init(
    _ plan: Plan, threads: Int, personDaysPerBatch: Int = 100_000,
    recording: Recording = .nothing, checksEveryScope: Bool = false
  ) {
    let run = PlannedRun(plan, checksEveryScope: checksEveryScope)
    scenario = plan.scenario
    communityCount = plan.communities.count
    self.threads = threads
    self.personDaysPerBatch = personDaysPerBatch
    simulate = { run.simulated($0, recording: recording) }
  }

  /// How many communities make a batch: as many as fill its person-days, by the scenario alone, so
  /// that the output of a batch never depends on the machine.
  public var communitiesPerBatch: Int {
    let people = max(1, scenario.people / max(1, communityCount))
    return max(1, personDaysPerBatch / (people * scenario.days))
  }

  public var batchCount: Int {
    (communityCount + communitiesPerBatch - 1) / communitiesPerBatch
  }

  /// Runs the requested batches, all unless told otherwise, and delivers the results of `observe`
  /// in order.
  ///
  /// `observe` sees each community of a batch when it has ended, with the worker's scratch memory;
  /// `conclude` turns the scratch into the batch's result. `checkpoint` is called between
  /// communities, on any thread; an error that it throws ends the run, as an error of the others
  /// does.
  public func run<Scratch: ~Copyable, Result: Sendable>(
    from firstBatch: Int = 0, before endBatch: Int? = nil,
    makeScratch: @escaping @Sendable () -> Scratch,
    observe: @escaping @Sendable (inout Scratch, borrowing Community) throws -> Void,
    conclude: @escaping @Sendable (inout Scratch) throws -> Result,
    checkpoint: @escaping @Sendable () throws -> Void = {},
    take: (SimulationTotals, Result) throws -> Void
  ) throws {
    let (batch, count, simulate) = (communitiesPerBatch, communityCount, simulate)
    try WorkerPool.run(
      from: firstBatch, count: endBatch ?? batchCount, threads: threads, makeWorker: makeScratch,
      work: { scratch, index in
        var totals = SimulationTotals()
        for number in index * batch..<min((index + 1) * batch, count) {
          try checkpoint()
          CrashContext.enter(community: number)
          defer { CrashContext.leave() }
          let community = simulate(number)
          totals.add(community)
          try observe(&scratch, community)
        }
        return (totals, try conclude(&scratch))
      },
      take: { _, outcome in try take(outcome.0, outcome.1) })
  }
}
