import Base
import Population
import Scenarios
import Properties
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("A run whose servers fail over to stale replicas")
struct FailoverRunTests {
  private static func scenario(seed: UInt64, groupMemberFraction: Double) -> Scenario {
    .small(people: 30, days: 12, seed: seed) {
      $0.activities.randomCommandProbability = 0.5
      $0.activities.groupMemberFraction = groupMemberFraction
      $0.network.lossProbability = 0.05
      $0.network.duplicateProbability = 0.05
      $0.network.shortOfflinesPerDeviceWeek = 5
      $0.network.failoversPerYear = 120
      $0.network.failoverMinutesMax = 2_000
    }
  }

  @Test(
    "P1, P2, P8: violates no property of an incarnation, and reports what is lost",
    arguments: [1, 2, 3] as [UInt64], [0, 1])
  func families(seed: UInt64, groupMemberFraction: Double) {
    let simulation = Simulation(Self.scenario(seed: seed, groupMemberFraction: groupMemberFraction))
    var failovers: Int64 = 0
    for index in 0..<simulation.map.count {
      let simulated = simulation.simulated(index)
      let violations = simulated.violations.map { "\($0)" }
      #expect(violations == [])
      failovers += simulated.world.events.counters.failovers
      // Devices keep their operations, so nothing is lost for good except what is rejected now.
      let counters = simulated.world.events.counters
      #expect(counters.operationsPermanentlyLost < counters.operations / 20)
      let again = simulation.simulated(index)
      let (digest, digestAgain) = (simulated.digest, again.digest)
      #expect(digest == digestAgain)
    }
    #expect(failovers > 3)
  }
}
