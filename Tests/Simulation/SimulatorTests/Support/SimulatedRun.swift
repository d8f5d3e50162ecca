import Base
import Workload
import Metrics
import Population
import Scenarios

@testable import Simulator
@testable import SimulatedWorld

/// The observable results of a run, in a comparable form.
struct SimulatedRun: Equatable {
  var digest: Digest128
  var counters: WorldCounters
  var refusals: RefusalCounts
  var latencies: LatencyHistogram
  var records: [PersonDayRecord]

  /// Runs as the program does, with batches so small that there are several.
  init(_ scenario: Scenario, threads: Int = 1) throws {
    var totals = SimulationTotals()
    var records: [PersonDayRecord] = []
    try PopulationRun(scenario, threads: threads, personDaysPerBatch: 200).run(
      makeScratch: { [PersonDayRecord]() },
      observe: { scratch, community in scratch += community.allRecords },
      conclude: { scratch in
        defer { scratch = [] }
        return scratch
      },
      take: { next, simulated in
        totals.add(next)
        records += simulated
      })
    (digest, counters, latencies) = (totals.digest, totals.counters, totals.latencies)
    refusals = totals.refusals
    self.records = records
  }
}

/// The observable results of one community.
struct SimulatedCommunity: Equatable {
  var digest: Digest128
  var counters: WorldCounters
  var records: [PersonDayRecord]

  init(_ index: Int, of simulation: Simulation) {
    let community = simulation.simulated(index)
    (digest, counters, records) = (
      community.digest, community.world.events.counters, community.allRecords
    )
  }
}

extension Community {
  /// The days of every person, in order.
  var allRecords: [PersonDayRecord] {
    (0..<personCount * days).map { record($0 / days, day: $0 % days) }
  }
}
