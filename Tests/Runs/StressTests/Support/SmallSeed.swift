import Plans
import Population
import Scenarios
import Stress

/// A few families for a few days over a network that loses and duplicates messages.
enum SmallSeed {
  static func scenario(seed: UInt64) throws -> Scenario {
    var scenario = Scenario()
    scenario.name = "small"
    (scenario.people, scenario.days, scenario.seed) = (14, 6, seed)
    return try scenario.setting([
      "population.joinDaysSpread=0", "network.lossProbability=0.2",
      "network.duplicateProbability=0.2",
      "network.shortOfflinesPerDeviceWeek=7", "activities.randomCommandProbability=1",
      "sync.pageRowsMax=3",
      "clocks.skewedFraction=0.5",
    ])
  }

  /// The same with installs that crash, start again and come back, of several versions, on servers
  /// that fail over.
  static func troubledScenario(seed: UInt64) throws -> Scenario {
    try scenario(seed: seed).setting([
      "installs.crashProbability=0.2", "installs.widgetsPerDeviceYear=60",
      "installs.restoresPerDeviceYear=30", "installs.clonesPerDeviceYear=30",
      "installs.reinstallsPerDeviceYear=20",
      "installs.oldVersionFraction=\(seed % 3 == 0 ? 0.4 : 0)",
      "installs.newVersionFraction=\(seed % 3 == 0 ? 0.3 : 0)",
      "network.failoversPerYear=\(seed % 2 == 0 ? 120 : 0)",
      "sync.policy=\(seed % 5 == 4 ? "client-timestamp-wins" : "fieldwise")",
    ])
  }

  static func plan(seed: UInt64) throws -> Plan {
    SeedRun.plan(try scenario(seed: seed))
  }
}
