import DomainCore
import Population
import Properties
import Testing

@testable import Simulator
@testable import World

@Suite("Families that are at the same few things at once")
struct ContentionTests {
  private func lived(_ share: Double, _ change: (inout Scenario) -> Void = { _ in }) -> [Lived] {
    let simulation = Simulation(
      .small(people: 28, days: 14) {
        $0.network.offlineSpellsPerDeviceWeek = 7
        $0.network.offlineSpellMinutesMedian = 600
        $0.network.offlineDeviceShare = 0.5
        $0.network.offlineLongSpellDaysMax = 6
        $0.population.parentsPerHousehold = [WeightedCount(2, weight: 1)]
        $0.contention.thingsPerSessionMax = 12
        $0.contention.sessionShare = share
        change(&$0)
      })
    return (0..<simulation.map.count).map { index in
      let community = simulation.lived(index, recording: .situations)
      var said: Set<FactKind> = []
      for kind in FactKind.allCases {
        let isSaid = SyncState.allCases.contains {
          (community.world.situations?.count(kind, $0) ?? 0) > 0
        }
        if isSaid { said.insert(kind) }
      }
      return Lived(
        concurrent: community.world.watch.overwrites.counts.concurrent, said: said,
        violations: community.violations.count)
    }
  }

  private struct Lived {
    var concurrent: Int64
    var said: Set<FactKind>
    var violations: Int
  }

  @Test("write over each other, not knowing, far more often than others, and keep every promise")
  func overwrites() {
    let usual = lived(0).reduce(0) { $0 + $1.concurrent }
    let contending = lived(1)
    #expect(contending.reduce(0) { $0 + $1.concurrent } > 20 + 4 * usual)
    #expect(contending.allSatisfy { $0.violations == 0 })
  }

  @Test("say what nobody says otherwise: swaps, duties that are given back, people who come back")
  func kinds() {
    let said = lived(1) { $0.contention.kindsAtOnce = 12 }.reduce(into: Set<FactKind>()) {
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
