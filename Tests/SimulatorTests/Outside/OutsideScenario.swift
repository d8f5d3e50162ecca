import Metrics
import Population

@testable import Simulator
@testable import World

/// Small runs in which every family has all that lies outside, over the networks of the scenarios.
enum OutsideScenario: String, CaseIterable, Sendable {
  case usual
  case rough
  case longOffline

  static let seeds: [UInt64] = [1, 2, 3]

  func scenario(seed: UInt64, _ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    Scenario.small(people: 48, days: 35, seed: seed) {
      $0.activities.sportShare = 1
      $0.activities.calendarShare = 1
      $0.activities.calendarModes = ["realTime", "hourly", "daily", "manual"].map {
        WeightedName($0, weight: 1)
      }
      $0.activities.calendarEditsPerWeek = 7
      $0.activities.calendarDisconnectedShare = 0.06
      $0.activities.occurrenceChangedShare = 0.15
      $0.activities.calendarRestoredShare = 0.3
      $0.activities.healthStoreShare = 1
      $0.activities.healthChangedShare = 0.2
      $0.network.calendarFailureShare = 0.05
      $0.network.calendarRequestsPerMinute = 10
      $0.network.calendarTokensExpiredPerWeek = 1
      $0.network.healthLapsesPerWeek = 0.5
      setNetwork(&$0)
      change(&$0)
    }
  }

  /// What `rough-network.json` and `long-offline.json` say.
  private func setNetwork(_ scenario: inout Scenario) {
    switch self {
    case .usual: break
    case .rough:
      scenario.network.latencyMillisecondsMedian = 600
      scenario.network.latencySigma = 1.2
      scenario.network.lossShare = 0.15
      scenario.network.duplicateShare = 0.05
      scenario.network.reorderShare = 0.2
      scenario.network.reorderDelayMillisecondsMax = 30_000
      scenario.network.offlineSpellsPerDeviceWeek = 7
      scenario.network.offlineSpellMinutesMedian = 60
      scenario.network.calendarFailureShare = 0.2
      scenario.network.catalogueFailureShare = 0.2
    case .longOffline:
      scenario.network.offlineDeviceShare = 0.33
      scenario.network.offlineLongSpellDaysMax = 30
    }
  }
}

extension Scenario {
  /// Lives every community to its end and shows it.
  func live(_ inspect: (borrowing Community) -> Void) {
    let simulation = Simulation(self)
    for index in 0..<simulation.map.count {
      let community = simulation.lived(index)
      inspect(community)
    }
  }
}
