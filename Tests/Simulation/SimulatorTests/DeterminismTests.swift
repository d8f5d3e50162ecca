import Workload
import Population
import Scenarios
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("The same scenario and seed give the same run")
struct DeterminismTests {
  private let scenario = Scenario.small(people: 60)

  @Test("for any number of threads, and any number of repetitions")
  func threads() throws {
    let first = try SimulatedRun(scenario)
    #expect(PopulationRun(scenario, threads: 1, personDaysPerBatch: 200).batchCount > 3)
    #expect(first.counters.operations > 500)
    for threads in [1, 2, 5] {
      #expect(try SimulatedRun(scenario, threads: threads) == first, "\(threads) threads")
    }
  }

  @Test("in any order of its communities")
  func order() {
    let simulation = Simulation(scenario)
    let forwards = (0..<simulation.map.count).map { SimulatedCommunity($0, of: simulation) }
    let backwards = (0..<simulation.map.count).reversed().map {
      SimulatedCommunity($0, of: simulation)
    }
    #expect(forwards.count > 3)
    #expect(backwards.reversed() == forwards)
  }

  @Test("and another seed gives another run")
  func seed() throws {
    let (one, two) = (try SimulatedRun(scenario), try SimulatedRun(.small(people: 60, seed: 2)))
    #expect(one.digest != two.digest)
    #expect(one.records != two.records)
  }

  @Test("and an unused draw changes nothing", arguments: [nil, 0, 3, 10_000])
  func unrelatedDraw(household: Int?) throws {
    let twin = Scenario.small(people: 60) {
      $0.experiments.unrelatedDraw = true
      $0.experiments.unrelatedDrawHousehold = household
    }
    #expect(try SimulatedRun(twin) == SimulatedRun(scenario))
  }
}
