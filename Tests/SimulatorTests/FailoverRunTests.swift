import Base
import Population
import Properties
import Testing

@testable import Simulator
@testable import World

@Suite("A run whose servers fail over to stale copies")
struct FailoverRunTests {
  private static func scenario(seed: UInt64, groupShare: Double) -> Scenario {
    .small(people: 30, days: 12, seed: seed) {
      $0.activities.whimShare = 0.5
      $0.activities.groupShare = groupShare
      $0.network.lossShare = 0.05
      $0.network.duplicateShare = 0.05
      $0.network.offlineSpellsPerDeviceWeek = 5
      $0.network.failoversPerYear = 120
      $0.network.failoverMinutesMax = 2_000
    }
  }

  @Test(
    "P1, P2, P8: keeps every promise of an incarnation, and says what is lost",
    arguments: [1, 2, 3] as [UInt64], [0, 1])
  func families(seed: UInt64, groupShare: Double) {
    let simulation = Simulation(Self.scenario(seed: seed, groupShare: groupShare))
    var failovers: Int64 = 0
    for index in 0..<simulation.map.count {
      let lived = simulation.lived(index)
      let violations = lived.violations.map { "\($0)" }
      #expect(violations == [])
      failovers += lived.world.counters.failovers
      // Devices keep what they said, so nothing is lost for good but what is refused now.
      let counters = lived.world.counters
      #expect(counters.operationsGivenUp < counters.operations / 20)
      let again = simulation.lived(index)
      let (digest, digestAgain) = (lived.digest, again.digest)
      #expect(digest == digestAgain)
    }
    #expect(failovers > 3)
  }
}
