import Base
import Chronology
import DomainCore
import Plans
import Population
import Scenarios
import Properties
import SyncCore
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("A run under each conflict policy")
struct PolicyRunTests {
  private static func scenario(_ policy: ConflictPolicy) -> Scenario {
    .small(people: 40, days: 12, seed: 5) {
      $0.sync.policy = policy
      $0.activities.randomCommandProbability = 1
      $0.activities.groupMemberFraction = 1
      $0.activities.sportFraction = 1
      $0.network.lossProbability = 0.1
      $0.network.duplicateProbability = 0.1
      $0.network.shortOfflinesPerDeviceWeek = 7
      $0.network.shortOfflineMinutesMedian = 240
      $0.clocks.skewedFraction = 0.3
    }
  }

  @Test(
    "violates no property, and its plan gives the same run",
    arguments: ConflictPolicy.allCases)
  func run(policy: ConflictPolicy) throws {
    let simulation = Simulation(Self.scenario(policy))
    let plan = try Plan.read(simulation.planText(.steps))
    #expect(plan.scenario.sync.policy == policy)
    let planned = PlannedRun(plan)
    var carried: Int64 = 0
    var unseen: Int64 = 0
    for index in 0..<simulation.map.count {
      let simulated = simulation.simulated(index)
      let again = planned.simulated(index)
      let (digest, digestAgain) = (simulated.digest, again.digest)
      #expect(digest == digestAgain)
      let violations = simulated.violations.map { "\($0)" }
      #expect(violations.isEmpty)
      carried += simulated.world.events.counters.carried
      unseen += simulated.world.events.monitor.lostUpdates.counts.unseen
    }
    #expect((carried > 0) == (policy == .arrivalWins))
    if policy == .fieldwise { #expect(unseen == 0) }
  }
}
