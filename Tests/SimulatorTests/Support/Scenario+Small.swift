@testable import Population

extension Scenario {
  /// A scenario that is lived in the blink of an eye: some families of all kinds for two weeks.
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

  /// Nothing is lost, doubled, held back or out of reach.
  mutating func withoutFaults() {
    network.lossShare = 0
    network.duplicateShare = 0
    network.reorderShare = 0
    network.offlineSpellsPerDeviceWeek = 0
    network.offlineDeviceShare = 0
    network.calendarFailureShare = 0
    network.catalogueFailureShare = 0
    network.calendarTokensExpiredPerWeek = 0
    network.healthLapsesPerWeek = 0
  }

  /// Worse than anything anybody would bear.
  mutating func withHarshNetwork() {
    network.latencyMillisecondsMedian = 2000
    network.latencySigma = 1.5
    network.lossShare = 0.3
    network.duplicateShare = 0.2
    network.reorderShare = 0.5
    network.reorderDelayMillisecondsMax = 600_000
    network.offlineSpellsPerDeviceWeek = 20
    network.offlineSpellMinutesMedian = 300
    network.offlineDeviceShare = 0.5
    network.offlineLongSpellDaysMax = 10
    network.calendarFailureShare = 0.3
    network.catalogueFailureShare = 0.3
    network.calendarTokensExpiredPerWeek = 3
    network.healthLapsesPerWeek = 2
    sync.pageRowsMax = 7
    sync.pushOperationsMax = 3
  }
}
