import Base
import Plans
import Population
import Scenarios
import Properties
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("A run with lost and damaged responses, and server outages")
struct NetworkFaultRunTests {
  private static let faults: [(String, @Sendable (inout Scenario) -> Void)] = [
    ("lost responses", { $0.network.responseLossProbability = 0.3 }),
    ("damaged responses", { $0.network.responseDamageProbability = 0.3 }),
    (
      "outages",
      {
        $0.network.outagesPerYear = 200
        $0.network.outageMinutesMax = 1_440
      }
    ),
    (
      "captive portals",
      {
        $0.network.captivePortalsPerDeviceWeek = 5
        $0.network.captivePortalMinutesMax = 600
      }
    ),
    ("rate limits", { $0.network.requestsPerMinuteMax = 2 }),
    (
      "full storage",
      {
        $0.installs.storageFullPerDeviceYear = 100
        $0.installs.storageFullHoursMax = 20
      }
    ),
    (
      "everything",
      {
        $0.network.responseLossProbability = 0.2
        $0.network.responseDamageProbability = 0.2
        $0.network.outagesPerYear = 200
        $0.network.outageMinutesMax = 600
        $0.network.captivePortalsPerDeviceWeek = 3
        $0.network.captivePortalMinutesMax = 600
        $0.network.requestsPerMinuteMax = 10
        $0.installs.crashProbability = 0.2
        $0.installs.storageFullPerDeviceYear = 50
        $0.installs.storageFullHoursMax = 20
        $0.sync.pageRowsMax = 3
        $0.sync.pushOperationsMax = 2
      }
    ),
  ]

  private static func scenario(
    seed: UInt64, _ change: (inout Scenario) -> Void
  ) -> Scenario {
    .small(people: 30, days: 12, seed: seed) {
      $0.activities.randomCommandProbability = 0.5
      $0.activities.groupMemberFraction = 1
      $0.network.duplicateProbability = 0.1
      $0.network.reorderProbability = 0.1
      change(&$0)
    }
  }

  @Test("violates no property, and its plan gives the same run", arguments: faults.indices)
  func promises(index: Int) throws {
    let (name, change) = Self.faults[index]
    let simulation = Simulation(Self.scenario(seed: 1, change))
    let plan = try Plan.read(simulation.planText(.stepsAndDeliveries))
    // With every delivery recorded, the network of the plan draws nothing.
    var settled = plan
    settled.scenario.network.responseLossProbability = 0
    settled.scenario.network.responseDamageProbability = 0
    let planned = PlannedRun(settled)
    var counters = WorldCounters()
    for index in 0..<simulation.map.count {
      let simulated = simulation.simulated(index)
      let violations = simulated.violations.map { "\($0)" }
      #expect(violations == [], "\(name)")
      counters.add(simulated.world.events.counters)
      let (digest, plannedDigest) = (simulated.digest, planned.simulated(index).digest)
      #expect(digest == plannedDigest, "\(name)")
    }
    #expect(
      (counters.responsesDamaged > 100) == (plan.scenario.network.responseDamageProbability > 0),
      "\(name)")
    #expect((counters.outages > 1) == (plan.scenario.network.outagesPerYear > 0), "\(name)")
    #expect(counters.retries > 30, "\(name)")
  }
}
