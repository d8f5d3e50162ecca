public import Population

/// Runs a population, batch by batch of communities, over threads.
public struct PopulationRun: Sendable {
  public let simulation: Simulation
  public let threads: Int
  private let personDaysPerBatch: Int

  public init(_ scenario: Scenario, threads: Int, personDaysPerBatch: Int = 100_000) {
    simulation = Simulation(scenario)
    self.threads = threads
    self.personDaysPerBatch = personDaysPerBatch
  }

  /// How many communities make a batch: as many as fill its person-days, by the scenario alone, so
  /// that what is written of a batch never depends on the machine.
  public var communitiesPerBatch: Int {
    let scenario = simulation.scenario
    let people = max(1, scenario.people / max(1, simulation.map.count))
    return max(1, personDaysPerBatch / (people * scenario.days))
  }

  public var batchCount: Int {
    (simulation.map.count + communitiesPerBatch - 1) / communitiesPerBatch
  }

  /// Lives every batch and hands in what `observe` made of it, in order.
  ///
  /// `observe` sees each community of a batch when it is over, with the worker's scratch memory;
  /// `conclude` turns the scratch into the batch's result. `checkpoint` is called between
  /// communities, on any thread; what it throws ends the run, as what the others throw does.
  public func run<Scratch: ~Copyable, Result: Sendable>(
    makeScratch: @escaping @Sendable () -> Scratch,
    observe: @escaping @Sendable (inout Scratch, borrowing Community) throws -> Void,
    conclude: @escaping @Sendable (inout Scratch) throws -> Result,
    checkpoint: @escaping @Sendable () throws -> Void = {},
    take: (SimulationTotals, Result) throws -> Void
  ) throws {
    let batch = communitiesPerBatch
    let simulation = simulation
    try WorkerPool.run(
      count: batchCount, threads: threads, makeWorker: makeScratch,
      work: { scratch, index in
        var totals = SimulationTotals()
        for number in index * batch..<min((index + 1) * batch, simulation.map.count) {
          try checkpoint()
          Whereabouts.enter(community: number)
          defer { Whereabouts.leave() }
          var community = Community(number, of: simulation)
          community.run(latencies: &totals.latencies)
          totals.add(community)
          try observe(&scratch, community)
        }
        return (totals, try conclude(&scratch))
      },
      take: { _, outcome in try take(outcome.0, outcome.1) })
  }
}
