@testable import Population
@testable import Scenarios

extension Scenario {
  /// A scenario that runs in an instant: some families of all kinds for two weeks.
  static func small(
    people: Int = 40, days: Int = 14, seed: UInt64 = 1,
    _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    var scenario = Scenario()
    scenario.name = "small"
    scenario.seed = seed
    scenario.people = people
    scenario.days = days
    scenario.population.householdsPerCommunity = 4
    scenario.population.joinDaysSpread = 3
    change(&scenario)
    return scenario
  }

  /// Nothing is lost, duplicated, delayed or unreachable.
  mutating func withoutFaults() {
    network.lossProbability = 0
    network.duplicateProbability = 0
    network.reorderProbability = 0
    network.shortOfflinesPerDeviceWeek = 0
    network.longOfflineDeviceFraction = 0
    network.calendarFailureProbability = 0
    network.catalogFailureProbability = 0
    network.calendarTokensExpiredPerWeek = 0
    network.healthStoreFailuresPerWeek = 0
  }

  /// Worse than any real network.
  mutating func withHarshNetwork() {
    network.latencyMillisecondsMedian = 2000
    network.latencySigma = 1.5
    network.lossProbability = 0.3
    network.duplicateProbability = 0.2
    network.reorderProbability = 0.5
    network.reorderDelayMillisecondsMax = 600_000
    network.shortOfflinesPerDeviceWeek = 20
    network.shortOfflineMinutesMedian = 300
    network.longOfflineDeviceFraction = 0.5
    network.longOfflineDaysMax = 10
    network.calendarFailureProbability = 0.3
    network.catalogFailureProbability = 0.3
    network.calendarTokensExpiredPerWeek = 3
    network.healthStoreFailuresPerWeek = 2
    sync.pageRowsMax = 7
    sync.pushOperationsMax = 3
  }
}
