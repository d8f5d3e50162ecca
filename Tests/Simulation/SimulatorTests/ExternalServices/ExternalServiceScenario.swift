import Metrics
import Population
import Scenarios

@testable import Simulator
@testable import SimulatedWorld

/// Small runs in which every family has all external services, over the networks of the scenarios.
enum ExternalServiceScenario: String, CaseIterable, Sendable {
  case usual
  case rough
  case longOffline

  static let seeds: [UInt64] = [1, 2, 3]

  func scenario(seed: UInt64, _ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    Scenario.small(people: 48, days: 35, seed: seed) {
      $0.activities.sportFraction = 1
      $0.activities.calendarLinkFraction = 1
      $0.activities.calendarModes = ["realTime", "hourly", "daily", "manual"].map {
        WeightedName($0, weight: 1)
      }
      $0.activities.calendarEditsPerWeek = 7
      $0.activities.calendarDisconnectProbability = 0.06
      $0.activities.occurrenceChangeProbability = 0.15
      $0.activities.calendarRestoreProbability = 0.3
      $0.activities.healthStoreFraction = 1
      $0.activities.healthChangeProbability = 0.2
      $0.network.calendarFailureProbability = 0.05
      $0.network.calendarRequestsPerMinuteMax = 10
      $0.network.calendarTokensExpiredPerWeek = 1
      $0.network.healthStoreFailuresPerWeek = 0.5
      setNetwork(&$0)
      change(&$0)
    }
  }

  /// The settings of `rough-network.jsonc` and `long-offline.jsonc`.
  private func setNetwork(_ scenario: inout Scenario) {
    switch self {
    case .usual: break
    case .rough:
      scenario.network.latencyMillisecondsMedian = 600
      scenario.network.latencySigma = 1.2
      scenario.network.lossProbability = 0.15
      scenario.network.duplicateProbability = 0.05
      scenario.network.reorderProbability = 0.2
      scenario.network.reorderDelayMillisecondsMax = 30_000
      scenario.network.shortOfflinesPerDeviceWeek = 7
      scenario.network.shortOfflineMinutesMedian = 60
      scenario.network.calendarFailureProbability = 0.2
      scenario.network.catalogFailureProbability = 0.2
    case .longOffline:
      scenario.network.longOfflineDeviceFraction = 0.33
      scenario.network.longOfflineDaysMax = 30
    }
  }
}

extension Scenario {
  /// Runs every community to its end and passes it on.
  func simulate(_ inspect: (borrowing Community) -> Void) {
    let simulation = Simulation(self)
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      inspect(community)
    }
  }
}
