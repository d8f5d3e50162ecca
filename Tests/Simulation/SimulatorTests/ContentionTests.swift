import DomainCore
import Population
import Scenarios
import Properties
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("Families that change the same few records at once")
struct ContentionTests {
  private func simulated(_ share: Double, _ change: (inout Scenario) -> Void = { _ in })
    -> [ObservedRun]
  {
    let simulation = Simulation(
      .small(people: 28, days: 14) {
        $0.network.shortOfflinesPerDeviceWeek = 7
        $0.network.shortOfflineMinutesMedian = 600
        $0.network.longOfflineDeviceFraction = 0.5
        $0.network.longOfflineDaysMax = 6
        $0.population.parentsPerHousehold = [WeightedCount(2, weight: 1)]
        $0.contention.actionsPerSessionMax = 12
        $0.contention.contendedSessionProbability = share
        change(&$0)
      })
    return (0..<simulation.map.count).map { index in
      let community = simulation.simulated(index, recording: .coveragePoints)
      var said: Set<FactKind> = []
      for kind in FactKind.allCases {
        let isSaid = SyncState.allCases.contains {
          (community.world.events.coveragePoints?.count(kind, $0) ?? 0) > 0
        }
        if isSaid { said.insert(kind) }
      }
      return ObservedRun(
        concurrent: community.world.events.monitor.lostUpdates.counts.concurrent, said: said,
        violations: community.violations.count)
    }
  }

  private struct ObservedRun {
    var concurrent: Int64
    var said: Set<FactKind>
    var violations: Int
  }

  @Test("have far more concurrent writes than others, and violate no property")
  func lostUpdates() {
    let usual = simulated(0).reduce(0) { $0 + $1.concurrent }
    let contending = simulated(1)
    #expect(contending.reduce(0) { $0 + $1.concurrent } > 20 + 4 * usual)
    #expect(contending.allSatisfy { $0.violations == 0 })
  }

  @Test("submit commands that are rare otherwise: swaps, released duties, reactivated members")
  func kinds() {
    let said = simulated(1) { $0.contention.simultaneousKinds = 12 }.reduce(into: Set<FactKind>()) {
      $0.formUnion($1.said)
    }
    for kind in [
      .dutyReleased, .dutyCoverageSet, .memberActivated, .goalProgressSet, .trainingLogDeleted,
      .waterImported, .foodMoved,
    ] as [FactKind] {
      #expect(said.contains(kind), "\(kind)")
    }
  }
}
