import Base
import Plans
import Population
import Properties
import Testing

@testable import Simulator
@testable import World

@Suite("A run whose answers are lost and damaged, and whose servers go down")
struct NetworkTroubleRunTests {
  private static let troubles: [(String, @Sendable (inout Scenario) -> Void)] = [
    ("answers lost", { $0.network.answerLossShare = 0.3 }),
    ("answers damaged", { $0.network.damageShare = 0.3 }),
    (
      "outages",
      {
        $0.network.outagesPerYear = 200
        $0.network.outageMinutesMax = 1_440
      }
    ),
    (
      "portals",
      {
        $0.network.portalsPerDeviceWeek = 5
        $0.network.portalMinutesMax = 600
      }
    ),
    ("throttles", { $0.network.requestsPerMinute = 2 }),
    (
      "full stores",
      {
        $0.installs.fullStoresPerDeviceYear = 100
        $0.installs.fullStoreHoursMax = 20
      }
    ),
    (
      "everything",
      {
        $0.network.answerLossShare = 0.2
        $0.network.damageShare = 0.2
        $0.network.outagesPerYear = 200
        $0.network.outageMinutesMax = 600
        $0.network.portalsPerDeviceWeek = 3
        $0.network.portalMinutesMax = 600
        $0.network.requestsPerMinute = 10
        $0.installs.crashShare = 0.2
        $0.installs.fullStoresPerDeviceYear = 50
        $0.installs.fullStoreHoursMax = 20
        $0.sync.pageRowsMax = 3
        $0.sync.pushOperationsMax = 2
      }
    ),
  ]

  private static func scenario(
    seed: UInt64, _ change: (inout Scenario) -> Void
  ) -> Scenario {
    .small(people: 30, days: 12, seed: seed) {
      $0.activities.whimShare = 0.5
      $0.activities.groupShare = 1
      $0.network.duplicateShare = 0.1
      $0.network.reorderShare = 0.1
      change(&$0)
    }
  }

  @Test("keeps every promise, and its plan is the same run", arguments: troubles.indices)
  func promises(index: Int) throws {
    let (name, change) = Self.troubles[index]
    for seed in 1...2 as ClosedRange<UInt64> {
      let simulation = Simulation(Self.scenario(seed: seed, change))
      let plan = try Plan.read(simulation.planText(.stepsAndFates, programVersion: "test"))
      // With every fate written down, the network of the plan has nothing left to decide.
      var settled = plan
      settled.scenario.network.answerLossShare = 0
      settled.scenario.network.damageShare = 0
      let planned = PlannedRun(settled)
      var counters = WorldCounters()
      for index in 0..<simulation.map.count {
        let lived = simulation.lived(index)
        let violations = lived.violations.map { "\($0)" }
        #expect(violations == [], "\(name), seed \(seed)")
        counters.add(lived.world.counters)
        let (digest, plannedDigest) = (lived.digest, planned.lived(index).digest)
        #expect(digest == plannedDigest, "\(name), seed \(seed)")
      }
      #expect((counters.answersDamaged > 100) == (plan.scenario.network.damageShare > 0), "\(name)")
      #expect((counters.outages > 1) == (plan.scenario.network.outagesPerYear > 0), "\(name)")
      #expect(counters.retries > 30, "\(name), seed \(seed)")
    }
  }
}
